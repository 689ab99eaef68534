import { Avatar } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { storesQuery } from '../../lib/api/stores.queries';
import { useSession } from '../../lib/session/session';
import { storeHref } from '../store-choice';
import type { Command } from './command.types';

/** Only members may request stores. */
export function useOwnStores() {
  const { isAuthenticated, emailVerified } = useSession();
  return useQuery({ ...storesQuery, enabled: isAuthenticated && emailVerified });
}

export function useStoreCommands(): readonly Command[] {
  const navigate = useNavigate();
  const { data: stores = [] } = useOwnStores();
  return stores.map((store) => ({
    id: `store ${store.id}`,
    group: 'stores',
    label: store.name,
    words: [store.merchantId],
    icon: <Avatar name={store.name} shape="square" size="sm" />,
    run: () => void navigate(storeHref(store)),
  }));
}
