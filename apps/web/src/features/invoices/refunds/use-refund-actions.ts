import { type InvoiceDetails, type Refund, refundsApi, sandboxControlsApi } from '@stablegate/contract';
import { toast } from '@stablegate/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api';
import { errorText } from '../../../lib/api/error-text';
import { INVOICES_KEY } from '../../../lib/api/invoices.queries';
import { useTranslation } from '../../../lib/i18n/texts';
import { useConfirmed } from '../../../lib/use-confirmed';

/** After a refusal too: the refund may have changed meanwhile. */
function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: INVOICES_KEY });
}

export function useReportRefund(transId: string, { id }: Refund) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (txHash: string) => call(refundsApi.report, { params: { transId, id }, body: { txHash } }),
    onSettled: refresh,
  });
}

/**
 * The sandbox's own chain sends it; what follows is what follows in production: from the address that was paid it is found automatically,
 * and from a stranger's, where no payment came on this network or the search has ended, its hash is named.
 */
export function useSandboxRefund({ transId, transfers }: InvoiceDetails, refund: Refund) {
  const { t } = useTranslation();
  const report = useReportRefund(transId, refund);
  const { network, toAddress: address, amount, searchedUntil } = refund;
  const from = searchedUntil === null ? undefined : transfers.find((transfer) => transfer.network === network)?.toAddress;
  return useMutation({
    mutationFn: async () => {
      const { txHash } = await call(sandboxControlsApi.transfer, { body: { network, address, amount, from } });
      if (from === undefined) await report.mutateAsync(txHash);
      else toast.success(t('Sent from your receiving address. It will be found automatically.'));
    },
    onError: (error) => toast.error(errorText(t, error, t('Something went wrong. Please try again.'))),
  });
}

export function useCancelRefund(transId: string, { id }: Refund) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const change = useMutation({
    mutationFn: () => call(refundsApi.cancel, { params: { transId, id } }),
    onSuccess: () => toast.success(t('The refund is cancelled.')),
    onError: (error) => toast.error(errorText(t, error, t('Something went wrong. Please try again.'))),
    onSettled: refresh,
  });
  return useConfirmed(change, {
    title: t('Cancel this refund?'),
    text: t('Do so only if you have not sent it. What was sent cannot be taken back.'),
    confirmLabel: t('Cancel refund'),
    cancelLabel: t('Keep it'),
    danger: true,
  });
}
