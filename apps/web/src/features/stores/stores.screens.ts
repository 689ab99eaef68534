import { lazy } from 'react';
import type { Screen } from '../../lib/screen';

export const storesScreens: readonly Screen[] = [
  { path: '/merchants', access: 'member', frame: 'shell', load: () => import('./store-list.screen') },
  {
    path: '/manage-merchant',
    access: 'member',
    frame: 'shell',
    load: () => import('./manage-store.screen'),
    tabs: [
      { value: 'addresses', label: 'USDT Receiving Addresses', Panel: lazy(() => import('./addresses/addresses-tab')) },
      { value: 'details', label: 'Store Details', Panel: lazy(() => import('./details-tab')) },
      { value: 'network-status', label: 'Network Status', Panel: lazy(() => import('./addresses/network-status-tab')) },
      { value: 'callbacks', label: 'Callbacks', Panel: lazy(() => import('./callbacks/callbacks-tab')) },
    ],
  },
];
