import { BULK_MAX } from '@stablegate/contract';
import { Button, Menu, MenuItem, MenuLabel } from '@stablegate/ui';
import { Download, FileJson, FileSpreadsheet } from 'lucide-react';
import { fetchInvoices } from '../../lib/api/invoices.queries';
import { useTranslation } from '../../lib/i18n/texts';
import type { Filters } from './invoice-filters';
import { type ExportFormat, useExport } from './use-bulk';
import type { BulkAttempts } from './use-bulk-attempts';
import type { InvoiceListState } from './use-invoice-list';

export type ExportMenuProps = { list: InvoiceListState; filters: Filters; attempts: BulkAttempts };

/** The selected ones, otherwise all matches of the filters, up to the limit of one file. */
export function ExportMenu({ list, filters, attempts }: ExportMenuProps) {
  const { t, language } = useTranslation();
  const exported = useExport();
  const number = new Intl.NumberFormat(language);
  const matching = async () => {
    const { content } = await fetchInvoices({ ...filters, page: 0, size: BULK_MAX });
    return content.map(({ transId }) => transId);
  };
  const ids = async () => (list.selected.size > 0 ? [...list.selected] : matching());
  const run = (format: ExportFormat) => () => void attempts.attempt(t('The export failed'), () => exported.mutateAsync({ format, ids }));
  const what =
    list.selected.size > 0
      ? t('The {{many}} selected', { many: list.selected.size })
      : list.total > BULK_MAX
        ? t('The newest {{many}} that match', { many: number.format(BULK_MAX) })
        : t('All {{many}} that match', { many: number.format(list.total) });
  return (
    <Menu
      trigger={
        <Button busy={exported.isPending} disabled={list.total === 0} icon={<Download className="icon" aria-hidden="true" />}>
          {t('Export')}
        </Button>
      }
    >
      <MenuLabel>{what}</MenuLabel>
      <MenuItem icon={<FileSpreadsheet className="icon" aria-hidden="true" />} onSelect={run('xlsx')}>
        {t('Export Excel')}
      </MenuItem>
      <MenuItem icon={<FileJson className="icon" aria-hidden="true" />} onSelect={run('json')}>
        {t('Download JSON')}
      </MenuItem>
    </Menu>
  );
}
