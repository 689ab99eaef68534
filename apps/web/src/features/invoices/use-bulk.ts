import { type BulkResult, bulkApi } from '@stablegate/contract';
import { confirm, popup, toast } from '@stablegate/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api';
import { download } from '../../lib/api/download';
import { errorText, requestOf } from '../../lib/api/error-text';
import { INVOICES_KEY } from '../../lib/api/invoices.queries';
import { useTranslation } from '../../lib/i18n/texts';
import { logWarning } from '../../lib/log';

type Ids = readonly string[];

/** Reports a bulk action: one line on success, otherwise which ones were skipped and why. */
function useReport() {
  const { t } = useTranslation();
  return ({ done, skipped }: BulkResult, doneText: (count: number) => string) => {
    if (skipped.length === 0) return toast.success(doneText(done));
    const reasons = [...new Set(skipped.map(({ reason }) => t(reason)))].join(' ');
    void popup({
      icon: done === 0 ? 'warning' : 'info',
      title: done === 0 ? t('Nothing was changed') : doneText(done),
      text: t('{{many}} left out: {{reasons}}', { many: skipped.length, reasons }),
      buttonLabel: t('OK'),
    });
  };
}

function useFailure() {
  const { t } = useTranslation();
  return (title: string) => (error: Error) => {
    logWarning('Bulk action failed:', error); // Specification 2, section 8
    void popup({
      icon: 'error',
      title,
      text: errorText(t, error, t('Something went wrong. Please try again.')),
      failed: requestOf(t, error),
      buttonLabel: t('OK'),
    });
  };
}

export function useRetryCallbacks(onDone?: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const report = useReport();
  const failed = useFailure();
  return useMutation({
    mutationFn: (ids: Ids) => call(bulkApi.retry, { body: { ids: [...ids] } }),
    onSuccess: async (result) => {
      report(result, (count) =>
        count === 1 ? t('The callback is being resent.') : t('{{many}} callbacks are being resent.', { many: count }),
      );
      await client.invalidateQueries({ queryKey: INVOICES_KEY });
      onDone?.();
    },
    onError: failed(t('The callbacks could not be resent')),
  });
}

export function useDeleteInvoices(onDone: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const report = useReport();
  const failed = useFailure();
  const { mutate, isPending } = useMutation({
    mutationFn: (ids: Ids) => call(bulkApi.delete, { body: { ids: [...ids] } }),
    onSuccess: async (result) => {
      report(result, (count) => (count === 1 ? t('The invoice was deleted.') : t('{{many}} invoices were deleted.', { many: count })));
      await client.invalidateQueries({ queryKey: INVOICES_KEY });
      onDone();
    },
    onError: failed(t('The invoices could not be deleted')),
  });
  const run = async (ids: Ids) => {
    const isWanted = await confirm({
      title: ids.length === 1 ? t('Delete this invoice?') : t('Delete {{many}} invoices?', { many: ids.length }),
      text:
        ids.length === 1
          ? t('It is removed from the list permanently. Your revenue and your balance do not change.')
          : t('They are removed from the list permanently. Your revenue and your balance do not change.'),
      detail: ids.length === 1 ? undefined : t('Open invoices are left out: customers may still pay them.'),
      confirmLabel: t('Delete'),
      cancelLabel: t('Cancel'),
      icon: 'warning',
      danger: true,
    });
    if (isWanted) mutate(ids);
  };
  return { run, isPending };
}

export type ExportFormat = 'xlsx' | 'json';

export function useExport() {
  const { t } = useTranslation();
  const failed = useFailure();
  return useMutation({
    mutationFn: async ({ format, ids }: { format: ExportFormat; ids: () => Promise<Ids> }) => {
      const body = { ids: [...(await ids())] };
      const name = `invoices-export-${Date.now()}.${format}`;
      await download(format === 'xlsx' ? bulkApi.export : bulkApi.download, { body }, name);
    },
    onError: failed(t('The export failed')),
  });
}
