import { type ApiKey, apiKeysApi } from '@stablegate/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api';
import { STORES_KEY } from '../../../lib/api/stores.queries';
import { useTranslation } from '../../../lib/i18n/texts';
import { type ConfirmedAction, useConfirmed } from '../../../lib/use-confirmed';
import { useOwnStore } from '../own-store';
import { useStoreChange } from '../use-store-actions';

export const keysQuery = (id: string) =>
  queryOptions({
    queryKey: [...STORES_KEY, 'keys', id],
    queryFn: ({ signal }) => call(apiKeysApi.list, { params: { id }, signal }),
  });

export function useRefreshKeys() {
  const client = useQueryClient();
  const { store } = useOwnStore();
  return () => client.invalidateQueries({ queryKey: keysQuery(store.id).queryKey });
}

export function useRevokeKey({ id: keyId, name }: ApiKey): ConfirmedAction {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const change = useStoreChange({
    work: () => call(apiKeysApi.revoke, { params: { id: store.id, keyId } }),
    onDone: (announce) => announce.done(t('The key was revoked')),
    onError: (announce, error) => announce.refused(error, t('Something went wrong. Please try again.')),
  });
  return useConfirmed(change, {
    title: t('Revoke the key {{name}}?', { name }),
    text: t('It stops working within a second. Whatever still uses it is refused.'),
    confirmLabel: t('Revoke'),
    danger: true,
  });
}
