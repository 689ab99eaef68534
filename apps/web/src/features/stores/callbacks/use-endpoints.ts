import { type CallbackEndpoint, type DeliveriesQuery, deliveriesApi, endpointsApi } from '@stablegate/contract';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api';
import { STORES_KEY } from '../../../lib/api/stores.queries';
import { useTranslation } from '../../../lib/i18n/texts';
import { type ConfirmedAction, useConfirmed } from '../../../lib/use-confirmed';
import { useOwnStore } from '../own-store';
import { useAnnounce } from '../use-announce';
import { useStoreChange } from '../use-store-actions';

export const endpointsQuery = (id: string) =>
  queryOptions({
    queryKey: [...STORES_KEY, 'endpoints', id],
    queryFn: ({ signal }) => call(endpointsApi.list, { params: { id }, signal }),
  });

export type DeliveryFilter = Pick<DeliveriesQuery, 'state'>;
export const deliveriesQuery = (id: string, filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: [...STORES_KEY, 'deliveries', id, filter],
    queryFn: ({ signal, pageParam }) =>
      call(deliveriesApi.list, { params: { id }, query: { ...filter, ...(pageParam === '' ? {} : { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export function useRefreshEndpoints() {
  const client = useQueryClient();
  const { store } = useOwnStore();
  return () => client.invalidateQueries({ queryKey: endpointsQuery(store.id).queryKey });
}

export function useRemoveEndpoint({ id: endpointId, url }: CallbackEndpoint): ConfirmedAction {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const change = useStoreChange({
    work: () => call(endpointsApi.remove, { params: { id: store.id, endpointId } }),
    onDone: (announce) => announce.done(t('The endpoint was removed')),
    onError: (announce, error) => announce.refused(error, t('Something went wrong. Please try again.')),
  });
  return useConfirmed(change, {
    title: t('Remove this endpoint?'),
    text: url ?? '',
    detail: t('Nothing more is sent there, not even what is waiting.'),
    confirmLabel: t('Remove'),
    danger: true,
  });
}

export function useRenewEndpointSecret({ id: endpointId }: CallbackEndpoint): ConfirmedAction {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const change = useStoreChange({
    work: () => call(endpointsApi.refreshSecret, { params: { id: store.id, endpointId } }),
    onDone: (announce) => announce.succeeded(t('Success'), t('A new callback secret has been generated.')),
    onError: (announce, error) => announce.refused(error, t('Failed to reset the callback secret')),
  });
  return useConfirmed(change, {
    title: t('Reset the callback secret?'),
    text: t('Callbacks will be signed with a new secret. The old one is used alongside it for 24 hours, so that you can switch over.'),
    confirmLabel: t('Reset'),
    icon: 'warning',
  });
}

export function useResendDelivery() {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const client = useQueryClient();
  const announce = useAnnounce();
  return useMutation({
    mutationFn: (deliveryId: string) => call(deliveriesApi.resend, { params: { id: store.id, deliveryId } }),
    onSuccess: () => {
      announce.done(t('The callback is sent again'));
      return client.invalidateQueries({ queryKey: [...STORES_KEY, 'deliveries', store.id] });
    },
    onError: (error) => announce.refused(error, t('Something went wrong. Please try again.')),
  });
}
