import { lazy } from 'react';
import type { ScreenTab } from '../../lib/screen';

/** A tab of the profile, passed in by the list of screens. */
export const transactionsTab: ScreenTab = {
  value: 'transaction',
  label: 'Transactions',
  Panel: lazy(() => import('./transactions-tab')),
};
