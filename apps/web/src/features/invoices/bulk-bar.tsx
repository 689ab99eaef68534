import { Button, Tooltip } from '@stablegate/ui';
import { FileSpreadsheet, RotateCw, Trash2 } from 'lucide-react';
import { useTranslation } from '../../lib/i18n/texts';
import { IfMay } from '../../lib/session/if-may';
import { useDeleteInvoices, useExport, useRetryCallbacks } from './use-bulk';
import type { InvoiceListState } from './use-invoice-list';

/** Specification 2. It floats over the end of the page, which reserves space for it. */
export function BulkBar({ list }: { list: InvoiceListState }) {
  const { t } = useTranslation();
  const retry = useRetryCallbacks(list.clearSelection);
  const remove = useDeleteInvoices(list.clearSelection);
  const exported = useExport();
  const ids = [...list.selected];
  if (ids.length === 0) return null;
  return (
    <section className="bulk-bar" aria-label={t('Selected invoices')}>
      <span role="status" className="bulk-count num">
        {ids.length === 1 ? t('1 invoice selected') : t('{{many}} invoices selected', { many: ids.length })}
      </span>
      <span className="bulk-actions">
        <IfMay permission="invoices">
          <Tooltip text={t('Resend callbacks')}>
            <Button busy={retry.isPending} icon={<RotateCw className="icon" aria-hidden="true" />} onClick={() => retry.mutate(ids)}>
              {t('Retry')}
            </Button>
          </Tooltip>
        </IfMay>
        <IfMay permission="export">
          <Button
            busy={exported.isPending}
            icon={<FileSpreadsheet className="icon" aria-hidden="true" />}
            onClick={() => exported.mutate({ format: 'xlsx', ids: async () => ids })}
          >
            {t('Export Excel')}
          </Button>
        </IfMay>
        <IfMay permission="invoices">
          <Button busy={remove.isPending} icon={<Trash2 className="icon" aria-hidden="true" />} onClick={() => void remove.run(ids)}>
            {t('Delete')}
          </Button>
        </IfMay>
        <Button variant="ghost" onClick={list.clearSelection}>
          {t('Clear Selection')}
        </Button>
      </span>
    </section>
  );
}
