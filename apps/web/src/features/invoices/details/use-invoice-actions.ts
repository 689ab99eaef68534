import { type AttachedTransferWire, type InvoiceDetails, invoicesApi, transfersApi } from '@stablegate/contract';
import { popup, toast } from '@stablegate/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api';
import { errorText, requestOf } from '../../../lib/api/error-text';
import { INVOICES_KEY } from '../../../lib/api/invoices.queries';
import { TRANSFERS_KEY } from '../../../lib/api/transfers-key';
import { shownAmount } from '../../../lib/i18n/format';
import { paidChangeText } from '../../../lib/i18n/paid-change-text';
import { useTranslation } from '../../../lib/i18n/texts';
import { isSignInNotConfirmed, withRecentSignIn } from '../../../lib/session/recent-sign-in';
import { useConfirmed } from '../../../lib/use-confirmed';

type Change<Seen> = {
  mutationFn: (seen: Seen) => Promise<unknown>;
  doneText: string;
  failedTitle: string;
};

function useChange<Seen = void>({ mutationFn, doneText, failedTitle }: Change<Seen>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([client.invalidateQueries({ queryKey: INVOICES_KEY }), client.invalidateQueries({ queryKey: TRANSFERS_KEY })]);
  return useMutation({
    mutationFn,
    onSuccess: async () => {
      await refresh();
      toast.success(doneText);
    },
    onError: async (error, seen) => {
      // After a refusal the state may have changed: the page is refreshed.
      await refresh();
      if (isSignInNotConfirmed(error)) return; // closed by the user
      const text = paidChangeText(t, error, seen) ?? errorText(t, error, t('Something went wrong. Please try again.'));
      await popup({ icon: 'error', title: failedTitle, text, failed: requestOf(t, error), buttonLabel: t('OK') });
    },
  });
}

export function useCancelInvoice({ transId, name }: InvoiceDetails) {
  const { t } = useTranslation();
  const change = useChange({
    mutationFn: () => call(invoicesApi.cancel, { params: { transId } }),
    doneText: t('The invoice is cancelled.'),
    failedTitle: t('The invoice could not be cancelled'),
  });
  return useConfirmed(change, {
    title: t('Cancel {{name}}?', { name }),
    text: t('The customer can no longer pay it. What was held for the fee is released.'),
    confirmLabel: t('Cancel invoice'),
    cancelLabel: t('Keep it'),
    danger: true,
  });
}

export function useAcceptInvoice({ transId, name, paid, payable }: InvoiceDetails) {
  const { t } = useTranslation();
  const change = useChange({
    mutationFn: (seen: string) => withRecentSignIn(() => call(invoicesApi.accept, { params: { transId }, body: { paid: seen } })),
    doneText: t('The invoice counts as paid.'),
    failedTitle: t('The invoice could not be accepted'),
  });
  // What the question says, not what the page has read while it was open.
  const accept = { ...change, mutate: () => change.mutate(paid) };
  return useConfirmed(accept, {
    title: t('Accept {{name}} as paid?', { name }),
    text: t('{{paid}} of {{payable}} USDT arrived. The invoice will be completed, the fee charged and your callback sent.', {
      paid: shownAmount(paid, 4),
      payable: shownAmount(payable, 4),
    }),
    detail: t('This cannot be undone.'),
    confirmLabel: t('Accept as paid'),
  });
}

/** An attached transfer goes back to the inbox, where it can be assigned to another invoice. */
export function useUndoPart({ name }: InvoiceDetails, { id, amount }: AttachedTransferWire) {
  const { t } = useTranslation();
  const shown = shownAmount(amount, 4);
  const change = useChange({
    mutationFn: () => call(transfersApi.unassign, { params: { id } }),
    doneText: t('{{amount}} USDT is back in the inbox.', { amount: shown }),
    failedTitle: t('Nothing was changed'),
  });
  return useConfirmed(change, {
    title: t('Remove {{amount}} USDT from {{name}}?', { amount: shown, name }),
    text: t('The amount no longer counts for this invoice and goes back to your inbox. The money stays at your address.'),
    confirmLabel: t('Remove it'),
    cancelLabel: t('Keep it'),
    icon: 'warning',
  });
}

export function useAssignClaimed({ transId }: InvoiceDetails, id: string) {
  const { t } = useTranslation();
  return useChange({
    mutationFn: (paid: string) => withRecentSignIn(() => call(transfersApi.assign, { params: { id }, body: { transId, paid } })),
    doneText: t('Assigned.'),
    failedTitle: t('Nothing was changed'),
  });
}
