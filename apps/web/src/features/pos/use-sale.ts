import { invoicesApi, type PaymentView, paymentPageApi } from '@stablegate/contract';
import { toast } from '@stablegate/ui';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api/api';
import { errorText } from '../../lib/api/error-text';
import { INVOICES_KEY } from '../../lib/api/invoices.queries';
import { useTranslation } from '../../lib/i18n/texts';

export type Sale = { readonly transId: string; readonly url: string };

/** Somebody is standing there and waiting. */
const LOOK_EVERY_MS = 2_000;
/** While the live channel tells changes at once: for the case that it misses one. */
const LOOK_BESIDES_MS = 15_000;

function newest(known: unknown, next: unknown): unknown {
  const [before, after] = [known as PaymentView | undefined, next as PaymentView];
  return before !== undefined && after.version < before.version ? before : after;
}

const saleQuery = (transId: string, isLive: boolean) =>
  queryOptions({
    queryKey: [...INVOICES_KEY, 'sale', transId],
    queryFn: async ({ signal }): Promise<PaymentView> => (await call(paymentPageApi.view, { params: { transId }, signal })).data,
    // Until the first answer has come, a failure stays on screen with its retry.
    refetchInterval: ({ state }) =>
      state.data?.status === 'success' || (state.data === undefined && state.status === 'error')
        ? false
        : isLive
          ? LOOK_BESIDES_MS
          : LOOK_EVERY_MS,
    refetchIntervalInBackground: true,
    // An answer and a live message may overtake each other.
    structuralSharing: newest,
  });

/** Told by the live channel, which loads beside the sale; asked for every two seconds where there is none. */
export function useSale({ transId }: Sale) {
  const client = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  const query = saleQuery(transId, isLive);
  const read = useQuery(query);
  const isPaid = read.data?.status === 'success';
  useEffect(() => {
    if (isPaid) return;
    let isOver = false;
    let channel: { stop(): void } | undefined;
    const { queryKey } = saleQuery(transId, false);
    const known = () => client.getQueryData(queryKey)?.version;
    const readAgain = () => client.refetchQueries({ queryKey, exact: true });
    const take = (view: PaymentView) => {
      setIsLive(true);
      client.setQueryData(queryKey, view);
    };
    const open = async () => {
      const loaded = await import('../../lib/api/live-channel').catch(() => undefined);
      if (isOver || loaded === undefined) return;
      const lost = () => {
        setIsLive(false);
        void readAgain();
      };
      const readVersion = async () => {
        await readAgain();
        return known();
      };
      channel = loaded.openLiveChannel({ transId, readVersion, onView: take, onBeat: () => setIsLive(true), onLost: lost }, known());
    };
    void open();
    return () => {
      isOver = true;
      channel?.stop();
    };
  }, [client, transId, isPaid]);
  return read;
}

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
