import { lazy } from 'react';
import type { Screen } from '../../lib/screen';

export const topUpScreens: readonly Screen[] = [
  {
    path: '/top-up',
    access: 'member',
    frame: 'shell',
    load: () => import('./top-up.screen'),
    tabs: [
      { value: 'payment-method', label: 'Payment method', Panel: lazy(() => import('./payment-tab')) },
      { value: 'invoice', label: 'Invoice', Panel: lazy(() => import('./deposits-tab')) },
    ],
  },
];
