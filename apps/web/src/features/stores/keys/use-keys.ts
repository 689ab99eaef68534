import { type ApiKey, apiKeysApi } from '@stablegate/contract';
import { confirm } from '@stablegate/ui';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api';
import { STORES_KEY } from '../../../lib/api/stores.queries';
import { withRecentSignIn } from '../../../lib/session/recent-sign-in';
import { useOwnStore } from '../own-store';
import { useAnnounce } from '../use-announce';

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

export function useRevokeKey({ id: keyId, name }: ApiKey) {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const announce = useAnnounce();
  const refresh = useRefreshKeys();
  const { mutate, isPending } = useMutation({
    mutationFn: () => withRecentSignIn(() => call(apiKeysApi.revoke, { params: { id: store.id, keyId } })),
    onSuccess: async () => {
      await refresh();
      announce.done(t('The key was revoked'));
    },
    onError: (error) => announce.refused(error, t('Something went wrong. Please try again.')),
  });
  const run = async () => {
    const isWanted = await confirm({
      title: t('Revoke the key {{name}}?', { name }),
      text: t('It stops working within a second. Whatever still uses it is refused.'),
      confirmLabel: t('Revoke'),
      cancelLabel: t('Cancel'),
      icon: 'warning',
      danger: true,
    });
    if (isWanted) mutate();
  };
  return { run, isBusy: isPending };
}
