import { type BulkResult, bulkApi } from '@stablegate/contract';
import { confirm, popup, toast } from '@stablegate/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api';
import { download } from '../../lib/api/download';
import { INVOICES_KEY } from '../../lib/api/invoices.queries';
import { useTranslation } from '../../lib/i18n/texts';

// Their failures are the caller's to show: the list does it in place (use-bulk-attempts.ts), a single invoice in a dialog.

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

export function useRetryCallbacks(onDone?: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const report = useReport();
  return useMutation({
    mutationFn: (ids: Ids) => call(bulkApi.retry, { body: { ids: [...ids] } }),
    onSuccess: async (result) => {
      report(result, (count) =>
        count === 1 ? t('The callback is being resent.') : t('{{many}} callbacks are being resent.', { many: count }),
      );
      await client.invalidateQueries({ queryKey: INVOICES_KEY });
      onDone?.();
    },
  });
}

export function useDeleteInvoices(onDone: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const report = useReport();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (ids: Ids) => call(bulkApi.delete, { body: { ids: [...ids] } }),
    onSuccess: async (result) => {
      report(result, (count) => (count === 1 ? t('The invoice was deleted.') : t('{{many}} invoices were deleted.', { many: count })));
      await client.invalidateQueries({ queryKey: INVOICES_KEY });
      onDone();
    },
  });
  const isWanted = (ids: Ids) =>
    confirm({
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
  return { isWanted, mutateAsync, isPending };
}

export type ExportFormat = 'xlsx' | 'json';

export function useExport() {
  return useMutation({
    mutationFn: async ({ format, ids }: { format: ExportFormat; ids: () => Promise<Ids> }) => {
      const body = { ids: [...(await ids())] };
      const name = `invoices-export-${Date.now()}.${format}`;
      await download(format === 'xlsx' ? bulkApi.export : bulkApi.download, { body }, name);
    },
  });
}
