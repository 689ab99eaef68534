// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../../../../../../packages/ui/test/render';
import { fullTime } from '../../../lib/time/local-time';
import DepositsScreen from '../deposits/deposits.screen';
import InvoicesScreen from '../invoices/invoices.screen';
import TransactionLogScreen from '../log/transaction-log.screen';
import StoresScreen from '../stores/stores.screen';
import UsersScreen from '../users/users.screen';

const AT = '2026-11-01T08:00:00.000Z';
/** Specification 2, section 9: +07:00. */
const NO_ZONE = '2026-11-01 15:00:00';
const THERE = fullTime(new Date(AT));
const USER = { id: 'usr_1', username: 'linh', ip: null, balance: 1, totalDeposit: 2, createDate: AT };
const STORE = { id: 'str_1', merchantId: 'm_1', name: 'Corner shop' };
const DEPOSIT = { id: 'dep_1', username: 'linh', method: 'usdt-auto', amount: '48.000000', createDate: AT, note: null };
const LOG = {
  ...{ id: 'log_1', username: 'linh', type: 'add', amount: '1.000000', beforeBalance: '1.000000', afterBalance: '2.000000' },
  ...{ createTime: AT, description: 'Invoice fee' },
};
const INVOICE = {
  ...{ id: 'inv_1', transId: 'tx1', name: 'Coffee', description: null, amount: '0.100000', feeAmount: '0.200000', total: '0.300000' },
  ...{ status: 'WAITING', flags: [], requestId: null, createdAt: AT, expiresAt: AT, fromAddress: null, toAddress: null },
  ...{ transactionHash: null, network: null, callbackUrl: null, successUrl: null, cancelUrl: null, callbackStatus: null },
  ...{ processKey: 'k', store: { id: 'str_1', name: 'Corner shop' } },
};
const LISTS = {
  '/admin/users': 'users',
  '/admin/stores': 'stores',
  '/admin/deposit-invoices': 'invoices',
  '/admin/transaction-logs': 'logs',
};

afterEach(() => void vi.restoreAllMocks());

async function open(Screen: ComponentType, row: object) {
  vi.spyOn(window, 'fetch').mockImplementation(async (input) => {
    const { pathname } = new URL(String(input), 'http://test');
    const paging = { currentPage: 0, totalPages: 1, totalElements: 1 };
    if (pathname.endsWith('/admin/invoices')) return Response.json({ status: 'success', data: [row], ...paging });
    const list = Object.entries(LISTS).find(([path]) => pathname.endsWith(path))?.[1];
    return list === undefined
      ? new Response(null, { status: 503 })
      : Response.json({ status: 'success', data: { [list]: [row], ...paging } });
  });
  await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/** The cell of the first row under this heading. */
function cellUnder(heading: string): string | null | undefined {
  const at = [...document.querySelectorAll('thead th')].findIndex(({ textContent }) => textContent === heading);
  return document.querySelector('tbody tr')?.children[at]?.textContent;
}

test.each<[what: string, screen: ComponentType, row: object, heading: string, shown: string]>([
  ['a user with one role', UsersScreen, { ...USER, role: 'USER' }, 'Role', 'USER'],
  ['a user with a list of roles', UsersScreen, { ...USER, roles: ['ADMIN', 'USER'], role: 'USER' }, 'Role', 'ADMIN, USER'],
  ['a user with an empty list of roles', UsersScreen, { ...USER, roles: [], role: 'USER' }, 'Role', 'USER'],
  ['an invoice of an empty total and fee', InvoicesScreen, { ...INVOICE, total: '', feeAmount: '' }, 'Total payment', '0.100000\u2009USDT'],
  ['a user with no role', UsersScreen, USER, 'Role', '–'],
  ['a store with its owner', StoresScreen, { ...STORE, user: { username: 'linh' } }, 'Owner', 'linh'],
  ['a store without an owner', StoresScreen, STORE, 'Owner', 'Unknown'],
  ['a store of nobody', StoresScreen, { ...STORE, user: null }, 'Owner', 'Unknown'],
  ['a store of an owner without a name', StoresScreen, { ...STORE, user: {} }, 'Owner', 'Unknown'],
  ['an invoice without a total', InvoicesScreen, { ...INVOICE, total: undefined }, 'Total payment', '0.300000\u2009USDT'],
  [
    'an invoice of numbers without a total',
    InvoicesScreen,
    { ...INVOICE, total: null, amount: 0.1, feeAmount: 0.2 },
    'Total payment',
    '0.300000\u2009USDT',
  ],
  [
    'an invoice without a total or a fee',
    InvoicesScreen,
    { ...INVOICE, total: undefined, feeAmount: null },
    'Total payment',
    '0.100000\u2009USDT',
  ],
  ['an invoice without flags', InvoicesScreen, { ...INVOICE, flags: undefined }, 'Status', 'Waiting'],
  ['an invoice without a store', InvoicesScreen, { ...INVOICE, store: null }, 'Internal merchant ID', '–'],
  ['an invoice without a time of expiry', InvoicesScreen, { ...INVOICE, expiresAt: undefined }, 'Expires', '–'],
  ['a deposit that failed', DepositsScreen, { ...DEPOSIT, status: 'FAILED' }, 'Status', 'FAILED'],
  ['a deposit of a status named like a method of objects', DepositsScreen, { ...DEPOSIT, status: 'toString' }, 'Status', 'toString'],
  ['a deposit of an empty status', DepositsScreen, { ...DEPOSIT, status: '' }, 'Status', 'N/A'],
  ['a deposit of no status', DepositsScreen, { ...DEPOSIT, status: null }, 'Status', 'N/A'],
  ['an entry of an unknown type', TransactionLogScreen, { ...LOG, type: 'bonus' }, 'Transaction type', 'bonus'],
  ['an entry of no type', TransactionLogScreen, { ...LOG, type: null }, 'Transaction type', 'N/A'],
  ['an entry without a note', TransactionLogScreen, { ...LOG, description: null }, 'Note', '–'],
  ['an entry of numbers', TransactionLogScreen, { ...LOG, amount: -1.5, beforeBalance: 3, afterBalance: 1.5 }, 'Amount', '\u2212$1.500000'],
  ['a user without a balance', UsersScreen, { ...USER, balance: undefined }, 'Balance', '–'],
  ['a user without deposits', UsersScreen, { ...USER, totalDeposit: null }, 'Total deposits', '–'],
  ['a user of no balance', UsersScreen, { ...USER, balance: 0 }, 'Balance', '$0.000000'],
  ['a user without a name', UsersScreen, { ...USER, username: undefined }, 'Username', '–'],
  ['a user without an address', UsersScreen, { ...USER, ip: undefined }, 'IP address', '–'],
  ['a user registered at a time without a zone', UsersScreen, { ...USER, createDate: NO_ZONE }, 'Registered', THERE],
  ['a store without a name', StoresScreen, { ...STORE, name: undefined }, 'Merchant name', '–'],
  ['an invoice without an amount', InvoicesScreen, { ...INVOICE, amount: undefined, total: undefined }, 'Amount', '–'],
  ['an invoice without an amount to add', InvoicesScreen, { ...INVOICE, amount: null, total: null }, 'Total payment', '–'],
  ['an invoice made at a time without a zone', InvoicesScreen, { ...INVOICE, createdAt: NO_ZONE }, 'Created', THERE],
  ['an invoice that ends at a time without a zone', InvoicesScreen, { ...INVOICE, expiresAt: NO_ZONE }, 'Expires', THERE],
  ['a deposit without an amount', DepositsScreen, { ...DEPOSIT, amount: undefined }, 'Amount (USD)', '–'],
  ['a deposit without a method', DepositsScreen, { ...DEPOSIT, method: undefined }, 'Method', '–'],
  ['a deposit made at a time without a zone', DepositsScreen, { ...DEPOSIT, createDate: NO_ZONE }, 'Created at', THERE],
  ['an entry without an amount', TransactionLogScreen, { ...LOG, amount: undefined }, 'Amount', '–'],
  ['an entry without the balance before', TransactionLogScreen, { ...LOG, beforeBalance: undefined }, 'Balance before', '–'],
  ['an entry without the balance after', TransactionLogScreen, { ...LOG, afterBalance: null }, 'Balance after', '–'],
  ['an entry made at a time without a zone', TransactionLogScreen, { ...LOG, createTime: NO_ZONE }, 'Time', THERE],
])('%s is shown', async (_what, Screen, row, heading, shown) => {
  await open(Screen, row);
  await vi.waitFor(() => expect(cellUnder(heading)).toBe(shown));
});
