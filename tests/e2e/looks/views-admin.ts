import type { Page } from '@playwright/test';
import { answered } from './answers';
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

const network = (code: string, status: string, lagSeconds: number | null, reachable: number | null, notes: readonly string[] = []) => ({
  network: code,
  name: code,
  enabled: status !== 'disabled',
  status,
  lagSeconds,
  lateSeconds: code === 'POLYGON' ? 420 : null,
  blockHeight: 48_210_377,
  fee: '1',
  nodes: 3,
  reachable,
  quorum: 2,
  notes,
});
/** Everything that an operator is called for, at once. */
const ALARMS = {
  networks: [
    network('TRON', 'lagging', 240, 2, ['rate_limited', 'quorum_reduced']),
    network('BEP20', 'active', 9, 1, ['quorum_not_reached', 'key_refused']),
    network('POLYGON', 'active', 4, 3, ['out_of_budget', 'logs_unproven']),
    network('SOLANA', 'down', 7_260, 0, ['accounts_not_listed', 'unread_signatures']),
    network('ERC20', 'disabled', null, null),
  ],
  oldestCallbackSeconds: 93_600,
  ledgerDifference: 3,
  ledgerCheckedAt: '2026-11-16T09:40:00.000Z',
  unmatchedBankTransfers: 1_204,
  unmatchedTransfers: 2,
};

export const adminViews: readonly View[] = [
  ...Object.entries(lists).flatMap(([screen, path]) => fourStates(screen, path, admin, { ...emptiedAnswers, ...admin })),
  {
    screen: 'admin dashboard',
    state: 'alarms',
    ...admin,
    path: '/admin/dashboard',
    answers: (page) => answered(page, '/admin/health', { status: 'success', data: ALARMS }),
  },
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
