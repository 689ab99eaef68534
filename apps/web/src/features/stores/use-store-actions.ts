import { NETWORK_NAMES, type Store, storesApi, type Wallet, walletsApi } from '@stablegate/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api';
import { STORES_KEY } from '../../lib/api/stores.queries';
import { useTranslation } from '../../lib/i18n/texts';
import { withRecentSignIn } from '../../lib/session/recent-sign-in';
import { type ConfirmedAction, useConfirmed } from '../../lib/use-confirmed';
import { deleteStore } from './delete-store';
import { useAnnounce } from './use-announce';

type Announce = ReturnType<typeof useAnnounce>;
type Change<Input> = {
  work: (input: Input) => Promise<unknown>;
  onDone: (announce: Announce) => void;
  onError: (announce: Announce, error: unknown) => void;
};

/** Asks for a recent sign-in, and shows the stores as they are then. */
export function useStoreChange<Input = void>({ work, onDone, onError }: Change<Input>) {
  const client = useQueryClient();
  const announce = useAnnounce();
  return useMutation({
    mutationFn: (input: Input) => withRecentSignIn(() => work(input)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: STORES_KEY });
      onDone(announce);
    },
    onError: (error) => onError(announce, error),
  });
}

export function useResetApiKey({ id }: Pick<Store, 'id'>): ConfirmedAction {
  const { t } = useTranslation();
  const change = useStoreChange({
    work: () => call(storesApi.refreshApiKey, { params: { id } }),
    onDone: (announce) => announce.succeeded(t('Reset Successful'), t('A new API Key has been generated.')),
    onError: (announce, error) => announce.refused(error, t('Failed to reset API Key')),
  });
  return useConfirmed(change, {
    title: t('Reset API Key?'),
    text: t('This action will generate a new API Key. Do you want to continue?'),
    detail: t('The old key stops working within a second.'),
    confirmLabel: t('Reset'),
    danger: true,
  });
}

export function useRenewCallbackSecret({ id }: Pick<Store, 'id'>): ConfirmedAction {
  const { t } = useTranslation();
  const change = useStoreChange({
    work: () => call(storesApi.refreshCallbackSecret, { params: { id } }),
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

export function useDeleteStore({ id, name }: Pick<Store, 'id' | 'name'>): ConfirmedAction {
  const { t } = useTranslation();
  const change = useStoreChange({
    work: () => deleteStore(id),
    onDone: (announce) => announce.succeeded(t('Deleted!'), t('The merchant has been deleted.')),
    onError: (announce, error) => announce.refused(error, t('Delete failed')),
  });
  return useConfirmed(change, {
    title: t('Delete {{name}}?', { name }),
    text: t('Its API key stops working immediately. Open invoices stay payable until they end.'),
    confirmLabel: t('Delete'),
    danger: true,
  });
}

export function useDeleteWallet({ id, network, address }: Wallet): ConfirmedAction {
  const { t } = useTranslation();
  const change = useStoreChange({
    work: () => call(walletsApi.remove, { params: { id } }),
    onDone: (announce) => announce.succeeded(t('Deleted!'), t('The address has been successfully removed.')),
    onError: (announce, error) => announce.failed(error, t('Failed to delete the address.')),
  });
  return useConfirmed(change, {
    title: t('Are you sure you want to delete this address?'),
    text: `${NETWORK_NAMES[network]}: ${address}`,
    detail: t('New invoices no longer offer {{network}}. Open ones keep the address.', { network: NETWORK_NAMES[network] }),
    confirmLabel: t('Delete'),
    danger: true,
  });
}
