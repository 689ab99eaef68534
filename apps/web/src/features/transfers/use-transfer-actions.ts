import { type InboxTransfer, transfersApi } from '@stablegate/contract';
import { popup, toast } from '@stablegate/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api';
import { errorText, requestOf } from '../../lib/api/error-text';
import { INVOICES_KEY } from '../../lib/api/invoices.queries';
import { TRANSFERS_KEY } from '../../lib/api/transfers-key';
import { paidChangeText } from '../../lib/i18n/paid-change-text';
import { useTranslation } from '../../lib/i18n/texts';
import { isSignInNotConfirmed, withRecentSignIn } from '../../lib/session/recent-sign-in';

/** Long enough to notice a mistake and press the button. */
const UNDO_MS = 10_000;

/** An invoice may have changed with the transfer, so both are reloaded, also after a refusal. */
function useRefresh() {
  const client = useQueryClient();
  return async () => {
    await Promise.all([client.invalidateQueries({ queryKey: TRANSFERS_KEY }), client.invalidateQueries({ queryKey: INVOICES_KEY })]);
  };
}

function useAction<Input>(
  run: (input: Input) => Promise<InboxTransfer>,
  onDone: (transfer: InboxTransfer) => void,
  paidSeen: (input: Input) => string | undefined = () => undefined,
) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: run,
    onSuccess: async (transfer) => {
      onDone(transfer);
      await refresh();
    },
    onError: async (error, input) => {
      await refresh();
      if (isSignInNotConfirmed(error)) return; // closed by the user
      const text = paidChangeText(t, error, paidSeen(input)) ?? errorText(t, error, t('Something went wrong. Please try again.'));
      await popup({ icon: 'error', title: t('Nothing was changed'), text, failed: requestOf(t, error), buttonLabel: t('OK') });
    },
  });
}

export type Assigning = {
  transId: string;
  acceptPartial?: boolean;
  /** What was shown as paid for the invoice; undefined where nothing was shown. */
  paid: string | undefined;
};

export function useTransferActions({ id }: Pick<InboxTransfer, 'id'>) {
  const { t } = useTranslation();
  const params = { id };
  const unassign = useAction(
    () => call(transfersApi.unassign, { params }),
    () => toast.success(t('Removed from its invoice.')),
  );
  const restore = useAction(
    () => call(transfersApi.restore, { params }),
    () => toast.success(t('Back in the inbox.')),
  );
  const assign = useAction(
    (body: Assigning) => withRecentSignIn(() => call(transfersApi.assign, { params, body })),
    ({ canUnassign }) =>
      toast.success(
        t('Assigned.'),
        canUnassign ? { durationMs: UNDO_MS, action: { label: t('Undo'), onPress: () => unassign.mutate(undefined) } } : {},
      ),
    ({ paid }) => paid,
  );
  const dismiss = useAction(
    (reason: string) => call(transfersApi.dismiss, { params, body: { reason } }),
    () => toast.success(t('Dismissed.'), { durationMs: UNDO_MS, action: { label: t('Undo'), onPress: () => restore.mutate(undefined) } }),
  );
  return { assign, unassign, dismiss, restore, isBusy: [assign, unassign, dismiss, restore].some(({ isPending }) => isPending) };
}

export type TransferActions = ReturnType<typeof useTransferActions>;
