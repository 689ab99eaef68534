// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../../../../../packages/ui/test/render';
import { type Screen, ScreensProvider } from '../../lib/screen';
import { GUEST, sessionQuery } from '../../lib/session/session';
import { serverClock } from '../../lib/time/server-clock';
import DashboardScreen from './dashboard.screen';
import { RevenueCards } from './revenue-cards';

/** The only step of the checklist whose screen there is. */
const TOP_UP: Screen = { path: '/top-up', access: 'member', frame: 'shell', load: () => new Promise(() => undefined) };

afterEach(() => void vi.restoreAllMocks());

/** For a member; what it asks for is answered by the test. */
async function renderDashboard(screens: readonly Screen[] = [TOP_UP]): Promise<QueryClient> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(sessionQuery.queryKey, { ...GUEST, isAuthenticated: true, emailVerified: true, userId: 'u1', accountId: 'u1' });
  await render(
    <QueryClientProvider client={client}>
      <ScreensProvider screens={screens}>
        <MemoryRouter>
          <DashboardScreen />
        </MemoryRouter>
      </ScreensProvider>
    </QueryClientProvider>,
  );
  return client;
}

test('an account that cannot be loaded leaves the page, whose own parts say what failed', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
  const client = await renderDashboard();
  const isBlank = () => document.querySelector('.page-title') === null;
  await vi.waitFor(() => expect(isBlank()).toBe(false));
  let wasTakenAway = false;
  const watch = new MutationObserver(() => {
    wasTakenAway ||= isBlank();
  });
  watch.observe(document.body, { childList: true, subtree: true });
  await client.refetchQueries();
  watch.disconnect();
  expect(wasTakenAway).toBe(false);
  await vi.waitFor(() => expect(document.querySelector('[role=alert]')).not.toBeNull());
});

test.each([
  ['during the trial', 1, 'Fees are charged from it once the trial ends.'],
  ['after it', 8, 'Fees are charged from it.'],
])('%s the checklist says when fees are charged', async (_when, days, text) => {
  const createDate = new Date(Date.now() - days * 86_400_000).toISOString();
  const user = { id: 'u1', username: 'mai', balance: 0, held: '0', createDate };
  vi.spyOn(window, 'fetch').mockImplementation(async (input) => {
    const url = String(input);
    if (url.includes('/user/')) return Response.json(user);
    if (url.endsWith('/invoice/counts')) return Response.json({ total: 1, byStatus: { SUCCESS: 1 } });
    return url.endsWith('/store') ? Response.json([{ id: 's1' }]) : new Promise<Response>(() => undefined);
  });
  await renderDashboard();
  const isShown = () => [...document.querySelectorAll('p, span, div')].some(({ textContent }) => textContent === text);
  await vi.waitFor(() => expect(isShown()).toBe(true));
});

test('a payment that was received stays received after its invoice was deleted from the list', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async (input) => {
    const url = String(input);
    if (url.includes('/user/')) return Response.json({ id: 'u1', username: 'mai', balance: 0, held: '0', createDate: new Date() });
    if (url.endsWith('/invoice/counts')) return Response.json({ total: 0, byStatus: {} });
    if (url.endsWith('/dashboard/revenue-user')) return Response.json({ status: 'success', data: { allTime: 12.5 } });
    return url.endsWith('/store') ? Response.json([{ id: 's1' }]) : new Promise<Response>(() => undefined);
  });
  await renderDashboard([TOP_UP, { ...TOP_UP, path: '/invoices' }]);
  const isDone = (step: string) =>
    [...document.querySelectorAll('.first-steps [data-state=done]')].some((li) => li.textContent?.includes(step));
  await vi.waitFor(() => expect(isDone('Receive your first payment')).toBe(true));
  expect(isDone('Create your first invoice')).toBe(true);
  expect(isDone('Top up your balance')).toBe(false);
});

/** The cards' text once the sum of all time is there. */
async function revenueShown(data: object): Promise<string> {
  serverClock.saw('2026-03-15T12:00:00Z');
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ status: 'success', data }));
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <RevenueCards />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(document.body.textContent).toContain('12.5000'));
  expect(document.querySelector('.skeleton')).toBeNull();
  return document.body.textContent ?? '';
}

test('revenue that leaves out a sum is shown without it', async () => {
  expect(await revenueShown({ allTime: 12.5, week: null })).toContain('This month (3)–This week–Today–');
});

test('revenue is shown without the day and the counts, as it is documented', async () => {
  expect(await revenueShown({ allTime: 12.5, month: 2, week: 2, today: 1, yesterday: 0 })).toContain('This month (3)2.0000');
});

const isPlaceKept = () => document.querySelector('.first-steps-place') !== null;

test.each([
  ['an account without balance', 0, true],
  ['one with balance, which may have done all of it', 5, false],
  ['one whose balance is not told', undefined, false],
])('until the other answers come, the place of the checklist is kept where it will come: %s', async (_whose, balance, isKept) => {
  const fail: (() => void)[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (input) => {
    if (String(input).includes('/user/')) return Response.json({ username: 'mai', roles: [], balance });
    return new Promise<Response>((_, reject) => fail.push(() => reject(new TypeError('Failed to fetch'))));
  });
  await renderDashboard();
  await vi.waitFor(() => expect(document.querySelector('.revenue-figure')).not.toBeNull());
  expect(isPlaceKept()).toBe(isKept);
  await vi.waitFor(() => expect(fail.length).toBeGreaterThan(1));
  // No empty card stays where an answer cannot be had.
  await vi.waitFor(() => {
    for (const each of fail) each();
    expect(isPlaceKept()).toBe(false);
  });
});
