import { invoicesApi, type PaymentView, paymentPageApi } from '@stablegate/contract';
import { toast } from '@stablegate/ui';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api';
import { errorText } from '../../lib/api/error-text';
import { INVOICES_KEY } from '../../lib/api/invoices.queries';
import { useTranslation } from '../../lib/i18n/texts';

export type Sale = { readonly transId: string; readonly url: string };

/** Somebody is standing there and waiting. */
const LOOK_EVERY_MS = 2_000;

export const saleQuery = (transId: string) =>
  queryOptions({
    queryKey: [...INVOICES_KEY, 'sale', transId],
    queryFn: async ({ signal }): Promise<PaymentView> => (await call(paymentPageApi.view, { params: { transId }, signal })).data,
    // Until the first answer has come, a failure stays on screen with its retry.
    refetchInterval: ({ state }) =>
      state.data?.status === 'success' || (state.data === undefined && state.status === 'error') ? false : LOOK_EVERY_MS,
    refetchIntervalInBackground: true,
  });

export function useCharge(onMade: (sale: Sale) => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ storeId, amount }: { storeId: string; amount: string }) =>
      call(invoicesApi.create, { body: { storeId, amount, name: t('Counter sale') } }),
    onSuccess: ({ transId, url_payment }) => {
      onMade({ transId, url: url_payment });
      return client.invalidateQueries({ queryKey: INVOICES_KEY });
    },
  });
}

/** Without it the amount would stay reserved until the invoice expires. */
export function useCancelSale({ transId }: Sale, onDone: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(invoicesApi.cancel, { params: { transId } }),
    onSuccess: onDone,
    onError: (error) => toast.error(errorText(t, error, t('The invoice could not be cancelled'))),
    onSettled: () => client.invalidateQueries({ queryKey: INVOICES_KEY }),
  });
}
