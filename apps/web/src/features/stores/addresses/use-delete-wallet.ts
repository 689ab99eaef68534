import { NETWORK_NAMES, type Wallet, walletsApi } from '@stablegate/contract';
import { confirm } from '@stablegate/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api';
import { STORES_KEY } from '../../../lib/api/stores.queries';
import { withRecentSignIn } from '../../../lib/session/recent-sign-in';
import { useAnnounce } from '../use-announce';

export function useDeleteWallet({ id, network, address }: Wallet) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const announce = useAnnounce();
  const { mutate, isPending } = useMutation({
    mutationFn: () => withRecentSignIn(() => call(walletsApi.remove, { params: { id } })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: STORES_KEY });
      announce.succeeded(t('Deleted!'), t('The address has been successfully removed.'));
    },
    onError: (error) => announce.failed(error, t('Failed to delete the address.')),
  });
  const run = async () => {
    const isWanted = await confirm({
      title: t('Are you sure you want to delete this address?'),
      text: `${NETWORK_NAMES[network]}: ${address}`,
      detail: t('New invoices no longer offer {{network}}. Open ones keep the address.', { network: NETWORK_NAMES[network] }),
      confirmLabel: t('Delete'),
      cancelLabel: t('Cancel'),
      icon: 'warning',
      danger: true,
    });
    if (isWanted) mutate();
  };
  return { run, isBusy: isPending };
}
