import { lazy } from 'react';
import type { Screen } from '../../lib/screen';
import { NETWORK_CARDS } from './addresses/network-cards-layout';

export const storesScreens: readonly Screen[] = [
  { path: '/merchants', access: 'member', frame: 'shell', load: () => import('./store-list.screen') },
  {
    path: '/manage-merchant',
    access: 'member',
    frame: 'shell',
    load: () => import('./manage-store.screen'),
    tabs: [
      { value: 'addresses', label: 'USDT Receiving Addresses', Panel: lazy(() => import('./addresses/addresses-tab')) },
      {
        value: 'details',
        label: 'Store Details',
        Panel: lazy(() => import('./details-tab')),
        skeleton: { cards: [18, 6, 5, 4], className: 'store-details' },
      },
      {
        value: 'network-status',
        label: 'Network Status',
        Panel: lazy(() => import('./addresses/network-status-tab')),
        skeleton: NETWORK_CARDS,
      },
      {
        value: 'callbacks',
        label: 'Callbacks',
        Panel: lazy(() => import('./callbacks/callbacks-tab')),
        skeleton: { cards: [5, 8], className: 'store-callbacks' },
      },
      { value: 'api-log', label: 'API log', permission: 'secrets', Panel: lazy(() => import('./api-log/api-log-tab')) },
    ],
  },
];
