import { type Store, storesApi } from '@stablegate/contract';
import { confirm } from '@stablegate/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/api';
import { STORES_KEY } from '../../lib/api/stores.queries';
import { withRecentSignIn } from '../../lib/session/recent-sign-in';
import { useAnnounce } from './use-announce';

type Action = { run: () => Promise<void>; isBusy: boolean };

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: STORES_KEY });
}

export function useResetApiKey({ id }: Pick<Store, 'id'>): Action {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: () => withRecentSignIn(() => call(storesApi.refreshApiKey, { params: { id } })),
    onSuccess: async () => {
      await refresh();
      announce.succeeded(t('Reset Successful'), t('A new API Key has been generated.'));
    },
    onError: (error) => announce.refused(error, t('Failed to reset API Key')),
  });
  const run = async () => {
    const isWanted = await confirm({
      title: t('Reset API Key?'),
      text: t('This action will generate a new API Key. Do you want to continue?'),
      detail: t('The old key stops working within a second.'),
      confirmLabel: t('Reset'),
      cancelLabel: t('Cancel'),
      icon: 'warning',
      danger: true,
    });
    if (isWanted) mutate();
  };
  return { run, isBusy: isPending };
}

export function useRenewCallbackSecret({ id }: Pick<Store, 'id'>): Action {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: () => withRecentSignIn(() => call(storesApi.refreshCallbackSecret, { params: { id } })),
    onSuccess: async () => {
      await refresh();
      announce.succeeded(t('Success'), t('A new callback secret has been generated.'));
    },
    onError: (error) => announce.refused(error, t('Failed to renew the callback secret')),
  });
  const run = async () => {
    const isWanted = await confirm({
      title: t('Renew the callback secret?'),
      text: t('Callbacks are then signed with a new secret. The old one signs beside it for 24 hours, so that you can change over.'),
      confirmLabel: t('Renew'),
      cancelLabel: t('Cancel'),
      icon: 'warning',
    });
    if (isWanted) mutate();
  };
  return { run, isBusy: isPending };
}

export function useDeleteStore({ id, name }: Pick<Store, 'id' | 'name'>): Action {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: () => withRecentSignIn(() => call(storesApi.remove, { params: { id } })),
    onSuccess: async () => {
      await refresh();
      announce.succeeded(t('Deleted!'), t('The merchant has been deleted.'));
    },
    onError: (error) => announce.refused(error, t('Delete failed')),
  });
  const run = async () => {
    const isWanted = await confirm({
      title: t('Delete {{name}}?', { name }),
      text: t('Its API key stops working at once. Open invoices stay payable until they end.'),
      confirmLabel: t('Delete'),
      cancelLabel: t('Cancel'),
      icon: 'warning',
      danger: true,
    });
    if (isWanted) mutate();
  };
  return { run, isBusy: isPending };
}
