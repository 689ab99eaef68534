import { Button, Tooltip } from '@stablegate/ui';
import { FileSpreadsheet, RotateCw, Trash2 } from 'lucide-react';
import { useTranslation } from '../../lib/i18n/texts';
import { IfMay } from '../../lib/session/if-may';
import { BulkFailureNotice } from './bulk-failure';
import { useDeleteInvoices, useExport, useRetryCallbacks } from './use-bulk';
import type { BulkAttempts } from './use-bulk-attempts';
import type { InvoiceListState } from './use-invoice-list';

/** For what stands on it, or ends above it: a bar that says what failed has no known height. */
function publishHeight(bar: HTMLElement | null) {
  const page = bar?.closest<HTMLElement>('.invoices-page');
  if (bar === null || !page) return;
  const observer = new ResizeObserver(() => page.style.setProperty('--bulk-bar', `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => observer.disconnect();
}

/** Specification 2. It floats over the end of the page, which reserves space for it. */
export function BulkBar({ list, attempts: { attempt, failure } }: { list: InvoiceListState; attempts: BulkAttempts }) {
  const { t } = useTranslation();
  const retry = useRetryCallbacks(list.clearSelection);
  const remove = useDeleteInvoices(list.clearSelection);
  const exported = useExport();
  const ids = [...list.selected];
  const resend = () => attempt(t('The callbacks could not be resent'), () => retry.mutateAsync(ids));
  const exportExcel = () => attempt(t('The export failed'), () => exported.mutateAsync({ format: 'xlsx', ids: async () => ids }));
  const deleteThem = async () => {
    if (await remove.isWanted(ids)) await attempt(t('The invoices could not be deleted'), () => remove.mutateAsync(ids));
  };
  if (ids.length === 0) return null;
  return (
    <section ref={publishHeight} className="bulk-bar" aria-label={t('Selected invoices')}>
      {failure && <BulkFailureNotice failure={failure} />}
      <span role="status" className="bulk-count num">
        {ids.length === 1 ? t('1 invoice selected') : t('{{many}} invoices selected', { many: ids.length })}
      </span>
      <span className="bulk-actions">
        <IfMay permission="invoices">
          <Tooltip text={t('Resend callbacks')}>
            <Button busy={retry.isPending} icon={<RotateCw className="icon" aria-hidden="true" />} onClick={() => void resend()}>
              {t('Retry')}
            </Button>
          </Tooltip>
        </IfMay>
        <IfMay permission="export">
          <Button
            busy={exported.isPending}
            icon={<FileSpreadsheet className="icon" aria-hidden="true" />}
            onClick={() => void exportExcel()}
          >
            {t('Export Excel')}
          </Button>
        </IfMay>
        <IfMay permission="invoices">
          <Button busy={remove.isPending} icon={<Trash2 className="icon" aria-hidden="true" />} onClick={() => void deleteThem()}>
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
