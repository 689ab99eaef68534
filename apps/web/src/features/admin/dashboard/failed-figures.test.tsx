// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { click, render } from '../../../../../../packages/ui/test/render';
import AdminDashboardScreen from './dashboard.screen';

const FAILED = 'The figures could not be loaded';
const DEPOSITS = { totalAllTime: 4321, totalThisMonth: 300, totalThisWeek: 200, totalToday: 100 };
const USERS = { totalUsers: 8765, usersThisMonth: 30, usersThisWeek: 20, usersToday: 10 };
const REVENUE = {
  ...{ allTime: 7777, month: 60, week: 50, today: 40, yesterday: 40 },
  ...{ fee_all_time: 5555, fee_this_month: 6, fee_this_week: 5, fee_today: 4 },
};
const HEALTH = {
  ...{ networks: [], oldestCallbackSeconds: null, ledgerDifference: 0, ledgerCheckedAt: null },
  ...{ unmatchedBankTransfers: 0, unmatchedTransfers: 0 },
};

afterEach(() => void vi.restoreAllMocks());

/** The paths that fail, or are answered without a figure; the charts have no days. */
async function open(failing: Set<string>, failure = () => new Response(null, { status: 500 })) {
  const answers: Readonly<Record<string, object>> = {
    '/dashboard/revenue': { status: 'success', data: REVENUE },
    '/admin/deposit-invoice-statistics': DEPOSITS,
    '/admin/user-statistics': USERS,
    '/admin/health': { status: 'success', data: HEALTH },
  };
  vi.spyOn(window, 'fetch').mockImplementation(async (input) => {
    const path = new URL(String(input), 'http://test').pathname.replace('/api/v1', '');
    if (failing.has(path)) return failure();
    return path.endsWith('/series') ? Response.json({ status: 'success', data: [] }) : Response.json(answers[path] ?? {});
  });
  await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <AdminDashboardScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const rows = () => [...document.querySelectorAll('.statistics-row')].map(({ textContent }) => textContent ?? '');
const saidTimes = () => (document.body.textContent ?? '').split(FAILED).length - 1;

test('a reading that fails replaces its own rows, and its retry brings them back', async () => {
  const failing = new Set(['/dashboard/revenue']);
  await open(failing);
  await vi.waitFor(() => expect(rows().map((row) => row.includes(FAILED))).toEqual([true, false, false, true]));
  const shown = ['Fee', '4,321', '8,765', 'Total revenue'].map((text) => expect.stringContaining(text));
  await vi.waitFor(() => expect(rows()).toEqual(shown)); // each answer comes by itself

  failing.clear();
  await click('.statistics-row button');
  await vi.waitFor(() => expect([rows()[0], rows()[3]]).toEqual([expect.stringContaining('5,555'), expect.stringContaining('7,777')]));
  expect(saidTimes()).toBe(0);
});

test('when all of them fail it is said once', async () => {
  await open(new Set(['/dashboard/revenue', '/admin/deposit-invoice-statistics', '/admin/user-statistics']));
  await vi.waitFor(() => expect([saidTimes(), rows()]).toEqual([1, []]));
});

test('an answer without a single figure is a failure, of every row alike', async () => {
  await open(new Set(['/admin/deposit-invoice-statistics', '/admin/user-statistics']), () => Response.json({}));
  await vi.waitFor(() => expect(rows().map((row) => row.includes(FAILED))).toEqual([false, true, true, false]));
});
