import { Button } from '@stablegate/ui';
import { Plus } from 'lucide-react';
import { useUrlFilters } from '../../lib/lists/url-filters';
import { useUrlFlag } from '../../lib/lists/url-flag';
import { usePageTitle } from '../../lib/page-title';
import { IfMay } from '../../lib/session/if-may';
import { AdvancedFilter } from './advanced-filter';
import { BulkBar } from './bulk-bar';
import { BulkFailureNotice } from './bulk-failure';
import { NewInvoiceDialog } from './create/new-invoice-dialog';
import { ExportMenu } from './export-menu';
import { FilterBar } from './filter-bar';
import { chipsOf, filterSchema, reversedRange } from './invoice-filters';
import { InvoiceList } from './invoice-list';
import { InvoiceTabs } from './invoice-tabs';
import { SelectButton } from './select-button';
import { useBulkAttempts } from './use-bulk-attempts';
import { useInvoiceList } from './use-invoice-list';
import './invoices.css';
import { useTranslation } from '../../lib/i18n/texts';

export default function InvoicesScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Invoices'));
  const url = useUrlFilters(filterSchema);
  const list = useInvoiceList(url);
  const attempts = useBulkAttempts(JSON.stringify([url.filters, ...list.selected]));
  const creation = useUrlFlag('new');
  const isTabOnly = chipsOf(t, url.filters).length === 0;
  const isNothingYet = list.rows?.length === 0 && !list.isFiltered;
  return (
    <div className="invoices-page">
      <div className="page-head">
        <h1 className="page-title">{t('Merchant Invoice')}</h1>
        <div className="invoices-actions">
          <SelectButton list={list} />
          <IfMay permission="export">
            <ExportMenu list={list} filters={url.filters} attempts={attempts} />
          </IfMay>
          {/* While there is none, the list itself offers it. */}
          {!isNothingYet && (
            <IfMay permission="invoices">
              <Button variant="primary" icon={<Plus className="icon" aria-hidden="true" />} onClick={creation.open}>
                {t('Create invoice')}
              </Button>
            </IfMay>
          )}
        </div>
      </div>
      <InvoiceTabs filters={url.filters} isNarrowed={!isTabOnly} onChange={url.setFilters}>
        <FilterBar url={url} isOpen={list.isFilterOpen} onToggle={() => list.setFilterOpen(!list.isFilterOpen)} />
        {list.isFilterOpen && <AdvancedFilter url={url} onClose={() => list.setFilterOpen(false)} />}
        {/* An export of all that match; of a selected one, its bar says it. */}
        {attempts.failure && list.selected.size === 0 && <BulkFailureNotice failure={attempts.failure} />}
        <InvoiceList list={list} narrowedBy={reversedRange(url.filters) ?? (isTabOnly ? 'tab' : 'filters')} onCreate={creation.open} />
        <BulkBar list={list} attempts={attempts} />
      </InvoiceTabs>
      <NewInvoiceDialog open={creation.isOpen} onClose={creation.close} />
    </div>
  );
}
