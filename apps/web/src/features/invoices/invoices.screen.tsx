import { Button } from '@stablegate/ui';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { usePageTitle } from '../../lib/page-title';
import { useUrlFilters } from '../../lib/url-filters';
import { AdvancedFilter } from './advanced-filter';
import { BulkBar } from './bulk-bar';
import { ExportMenu } from './export-menu';
import { FilterBar } from './filter-bar';
import { filterSchema } from './invoice-filters';
import { InvoiceList } from './invoice-list';
import { InvoiceTabs } from './invoice-tabs';
import { NewInvoiceDialog } from './new-invoice-dialog';
import { SelectButton } from './select-button';
import { useInvoiceList } from './use-invoice-list';
import './invoices.css';

/** Kept in the address, so that the dashboard and an empty list can lead here. */
const NEW = 'new';

function useNewInvoice() {
  const [search, setSearch] = useSearchParams();
  const set = (isOpen: boolean) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        if (isOpen) next.set(NEW, '1');
        else next.delete(NEW);
        return next;
      },
      { replace: true },
    );
  return { isOpen: search.has(NEW), open: () => set(true), close: () => set(false) };
}

export default function InvoicesScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Invoices'));
  const url = useUrlFilters(filterSchema);
  const list = useInvoiceList(url);
  const creation = useNewInvoice();
  return (
    <div className="invoices-page">
      <div className="page-head">
        <h1 className="page-title">{t('Merchant Invoice')}</h1>
        <div className="invoices-actions">
          <SelectButton list={list} />
          <ExportMenu list={list} filters={url.filters} />
          <Button variant="primary" icon={<Plus className="icon" aria-hidden="true" />} onClick={creation.open}>
            {t('Create invoice')}
          </Button>
        </div>
      </div>
      <InvoiceTabs filters={url.filters} onChange={url.setFilters}>
        <FilterBar url={url} isOpen={list.isFilterOpen} onToggle={() => list.setFilterOpen(!list.isFilterOpen)} />
        {list.isFilterOpen && <AdvancedFilter url={url} onClose={() => list.setFilterOpen(false)} />}
        <InvoiceList list={list} url={url} onCreate={creation.open} />
        <BulkBar list={list} />
      </InvoiceTabs>
      <NewInvoiceDialog open={creation.isOpen} onClose={creation.close} />
    </div>
  );
}
