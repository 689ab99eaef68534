import type { Page } from '@playwright/test';
import type { View } from './view';
import { emptiedAnswers, fourStates } from './views-merchant';

const lists: Readonly<Record<string, string>> = {
  'admin dashboard': '/admin/dashboard',
  'admin users': '/admin/users',
  'admin merchants': '/admin/stores',
  'admin deposits': '/admin/deposit-invoices',
  'admin transaction log': '/admin/transaction_log',
  'admin invoices': '/admin/invoice',
  'admin languages': '/admin/language',
  'admin audit log': '/admin/audit-log',
  'admin bank inbox': '/admin/unmatched-bank-transfers',
};
const admin = { who: 'admin' } as const;
const click = (selector: string) => async (page: Page) => page.locator(selector).first().click();

export const adminViews: readonly View[] = [
  ...Object.entries(lists).flatMap(([screen, path]) => fourStates(screen, path, admin, { ...emptiedAnswers, ...admin })),
  { screen: 'admin users', state: 'no match', ...admin, path: '/admin/users?username=nobodyhasthisname' },
  {
    screen: 'admin new language',
    state: 'filled',
    ...admin,
    path: '/admin/language',
    act: click('.admin-title .btn-primary'),
    isOverlay: true,
  },
  {
    screen: 'admin assign transfer',
    state: 'filled',
    ...admin,
    path: '/admin/unmatched-bank-transfers',
    // A row of the table or, on a phone, a card.
    act: (page) => page.locator('tbody tr .btn:visible, .inbox-action:visible').first().click(),
    isOverlay: true,
  },
  {
    screen: 'admin phone menu',
    state: 'filled',
    ...admin,
    path: '/admin/dashboard',
    act: click('.admin-head button:visible'),
    isOverlay: true,
    onlyAt: 375,
  },
];
