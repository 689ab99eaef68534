import { type PaymentLink, type PaymentLinkInput, paymentLinksApi } from '@stablegate/contract';
import { toast } from '@stablegate/ui';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api';
import { errorText } from '../../lib/api/error-text';
import { useTranslation } from '../../lib/i18n/texts';
import { isSignInNotConfirmed, withRecentSignIn } from '../../lib/session/recent-sign-in';
import { type ConfirmedAction, useConfirmed } from '../../lib/use-confirmed';

export const linksQuery = queryOptions({
  queryKey: ['payment-links'],
  queryFn: ({ signal }) => call(paymentLinksApi.list, { signal }),
});

/** All that the form can set: what is left out of a change is reset. */
export const inputOf = (link: PaymentLink): Required<PaymentLinkInput> => {
  const { name, description, amount, amountMax, holdMax, stock, endsAt, questions, successMessage, enabled } = link;
  return { name, description, amount, amountMax, holdMax, stock, endsAt, questions, successMessage, enabled };
};

export function useSwitchLink(link: PaymentLink) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      withRecentSignIn(() => call(paymentLinksApi.change, { params: { id: link.id }, body: { ...inputOf(link), enabled: !link.enabled } })),
    onSuccess: () => client.invalidateQueries({ queryKey: linksQuery.queryKey }),
    onError: (error) => {
      if (!isSignInNotConfirmed(error)) toast.error(errorText(t, error, t('The payment link could not be saved.')));
    },
  });
}

export function useDeleteLink({ id, name, taken }: PaymentLink): ConfirmedAction {
  const { t } = useTranslation();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: () => withRecentSignIn(() => call(paymentLinksApi.remove, { params: { id } })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: linksQuery.queryKey });
      toast.success(t('The payment link was deleted.'));
    },
    onError: (error) => {
      if (!isSignInNotConfirmed(error)) toast.error(errorText(t, error, t('The payment link could not be deleted.')));
    },
  });
  return useConfirmed(change, {
    title: t('Delete {{name}}?', { name }),
    text: t('Customers can no longer pay with this link, and it leaves this list.'),
    ...(taken > 0 && { detail: t('Invoices that it has made stay as they are.') }),
    confirmLabel: t('Delete'),
    danger: true,
  });
}
