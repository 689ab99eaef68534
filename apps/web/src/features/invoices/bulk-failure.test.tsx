// @vitest-environment happy-dom
import { PopupHost } from '@stablegate/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../../../../../packages/ui/test/render';
import { GUEST, sessionQuery } from '../../lib/session/session';
import InvoicesScreen from './invoices.screen';

const AT = '2026-11-01T08:00:00.000Z';
const ROW = { amount: '1.000000', status: 'SUCCESS', storeName: 'Corner shop', createdAt: AT, expiresAt: AT };
const ROWS = [
  { ...ROW, id: 'inv_1', transId: 'tx1', name: 'Coffee' },
  { ...ROW, id: 'inv_2', transId: 'tx2', name: 'Tea' },
];
const BUSY = () => Response.json({ code: 'rate_limited', message: 'Too many requests.' }, { status: 429 });

afterEach(() => void vi.restoreAllMocks());

/** The bodies of the bulk actions that were asked for. */
const asked: string[] = [];
const logged = vi.fn();

async function open(bulk: () => Response | Promise<Response>) {
  asked.length = 0;
  logged.mockClear();
  vi.spyOn(console, 'warn').mockImplementation(logged);
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(String(input), 'http://test');
    if (pathname.includes('/bulk/')) {
      asked.push(`${pathname.split('/').at(-1)} ${init?.body}`);
      return bulk();
    }
    if (pathname.endsWith('/counts')) return new Response(null, { status: 503 });
    return Response.json({ content: ROWS, totalElements: ROWS.length, totalPages: 1 });
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(sessionQuery.queryKey, { ...GUEST, isAuthenticated: true, userId: 'u1', accountId: 'u1', emailVerified: true });
  await render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <InvoicesScreen />
        <PopupHost />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(boxes().length).toBeGreaterThan(ROWS.length));
}
const boxes = () => [...document.querySelectorAll<HTMLElement>('[role="checkbox"]')];
const select = (row: number) => act(async () => boxes()[row]?.click());
const bar = () => document.querySelector('.bulk-bar');
const alert = () => document.querySelector('[role="alert"]');
const press = (within: Element | null | undefined, label: string) =>
  act(async () => [...(within?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent?.includes(label))?.click());
const dialog = () => document.querySelector('[role="alertdialog"]');

const ACTIONS = [
  ['Retry', 'retry', 'The callbacks could not be resent'],
  ['Export Excel', 'export', 'The export failed'],
  ['Delete', 'delete', 'The invoices could not be deleted'],
] as const;

test.each(ACTIONS)(
  'a failed %s is logged and stands in the bar, without a dialog; Retry does it again',
  async (label, action, sentence) => {
    await open(BUSY);
    await select(1);
    await press(bar()?.querySelector('.bulk-actions'), label);
    if (action === 'delete') await press(dialog(), 'Delete');
    await vi.waitFor(() => expect(bar()?.contains(alert())).toBe(true));
    expect(alert()?.textContent).toContain(sentence);
    expect(alert()?.textContent).toContain('Too many requests.');
    expect(dialog()).toBeNull();
    expect(logged).toHaveBeenCalledWith('Bulk action failed:', expect.anything());
    await press(alert(), 'Retry');
    const request = `${action} {"ids":["tx1"]}`;
    await vi.waitFor(() => expect(asked).toEqual([request, request]));
    expect(alert()?.textContent).toContain(sentence);
  },
);

test('it goes when another invoice is selected', async () => {
  await open(BUSY);
  await select(1);
  await press(bar(), 'Export Excel');
  await vi.waitFor(() => expect(alert()).not.toBeNull());
  await select(2);
  expect(bar()?.textContent).toContain('2 invoices selected');
  expect(alert()).toBeNull();
});

test('it goes when the action succeeds', async () => {
  const answers = [BUSY(), Response.json({ done: 1, skipped: [] })];
  await open(() => answers.shift() ?? BUSY());
  await select(1);
  await press(bar()?.querySelector('.bulk-actions'), 'Retry');
  await vi.waitFor(() => expect(alert()).not.toBeNull());
  await press(alert(), 'Retry');
  await vi.waitFor(() => expect(alert()).toBeNull());
  expect(bar()).toBeNull();
});

test('with other invoices selected by the time it fails, there is nothing to repeat', async () => {
  let fail: (answer: Response) => void = () => undefined;
  const answer = new Promise<Response>((resolve) => {
    fail = resolve;
  });
  await open(() => answer);
  await select(1);
  await press(bar(), 'Export Excel');
  await select(2);
  await act(async () => fail(BUSY()));
  await vi.waitFor(() => expect(alert()?.textContent).toContain('The export failed'));
  expect(alert()?.querySelector('button')).toBeNull();
});

test('a failed export of all that match is said above the list', async () => {
  await open(BUSY);
  const menu = document.querySelector('.page-head [aria-haspopup="menu"]');
  await act(async () => void menu?.dispatchEvent(new PointerEvent('pointerdown', { button: 0, bubbles: true, cancelable: true })));
  await vi.waitFor(() => expect(document.querySelector('[role="menuitem"]')).not.toBeNull());
  await act(async () => document.querySelector<HTMLElement>('[role="menuitem"]')?.click());
  await vi.waitFor(() => expect(alert()?.textContent).toContain('Too many requests.'));
  expect(bar()).toBeNull();
  await press(alert(), 'Retry');
  const request = 'export {"ids":["tx1","tx2"]}';
  await vi.waitFor(() => expect(asked).toEqual([request, request]));
});
