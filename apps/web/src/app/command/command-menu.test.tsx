// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { find, render } from '../../../../../packages/ui/test/render';
import { type Screen, ScreensProvider } from '../../lib/screen';
import { GUEST, sessionQuery } from '../../lib/session/session';
import CommandMenu from './command-menu';

const screens: Screen[] = ['/dashboard', '/invoices', '/merchants', '/contact'].map((path) => ({
  path,
  access: 'member',
  frame: 'shell',
  load: () => Promise.reject(new Error('nobody goes there')),
}));
const STORE = { id: 's1', name: 'Tea house', merchantId: 'm-77', apiKey: 'k', status: 'Active' };
const INVOICE = {
  ...{ id: 'i1', transId: 'k7qm2xzp4lw8', name: 'Order 10482', amount: '12.5', currency: 'USDT', status: 'WAITING', flags: [] },
  storeName: 'Tea house',
};

vi.setConfig({ testTimeout: 30_000 });

let isDown = false;
const asked: { url: string; signal: AbortSignal | null | undefined }[] = [];
beforeEach(() => {
  isDown = false;
  asked.length = 0;
  vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const url = new URL(String(input), 'https://app.example');
    asked.push({ url: url.pathname + url.search, signal: init?.signal });
    const answer = (body: unknown, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }));
    if (url.pathname.endsWith('/store')) return answer([STORE]);
    if (url.pathname.endsWith('/languages')) return answer({ languages: [] });
    if (isDown) return answer({ status: 'error', code: 'internal', message: 'Down', requestId: 'r1' }, 500);
    if (url.search.includes('slow')) return new Promise(() => {});
    const isFound = url.searchParams.get('name') === 'order';
    return answer({ content: isFound ? [INVOICE] : [], totalElements: isFound ? 1 : 0 });
  });
});
afterEach(() => vi.restoreAllMocks());

const Where = () => <output>{useLocation().pathname}</output>;

async function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(sessionQuery.queryKey, { ...GUEST, isAuthenticated: true, emailVerified: true, userId: 'u1' });
  const menu = (isOpen: boolean, onClose: () => void) => (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/start']}>
        <ScreensProvider screens={screens}>
          <Where />
          <CommandMenu open={isOpen} onClose={onClose} />
        </ScreensProvider>
      </MemoryRouter>
    </QueryClientProvider>
  );
  const closed = vi.fn();
  const { rerender } = await render(menu(true, closed));
  return { closed, hide: () => rerender(menu(false, closed)) };
}

const box = () => find<HTMLInputElement>('[role="combobox"]');
const options = () => [...document.querySelectorAll('[role="option"]')];
const labels = () => options().map((each) => each.querySelector('.command-words > :first-child')?.textContent);
const activeLabel = () => {
  const active = document.getElementById(box().getAttribute('aria-activedescendant') ?? '');
  expect(active?.getAttribute('aria-selected')).toBe('true');
  return active?.querySelector('.command-words > :first-child')?.textContent;
};
const press = (key: string) =>
  act(async () => void box().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box(), text);
    box().dispatchEvent(new Event('input', { bubbles: true }));
  });
/** Changes by timers and answers are rendered when an act ends, so there are many small ones. */
const eventually = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
      check();
    },
    { timeout: 15_000 },
  );

test('arrows, Home and End move through the options and wrap around', async () => {
  await open();
  await eventually(() => expect(labels()).toContain('Tea house'));
  expect(document.activeElement).toBe(box());
  expect(activeLabel()).toBe('Dashboard');
  await press('ArrowDown');
  expect(activeLabel()).toBe('Merchants');
  await press('End');
  expect(activeLabel()).toBe('Logout');
  await press('ArrowDown');
  expect(activeLabel()).toBe('Dashboard');
  await press('ArrowUp');
  expect(activeLabel()).toBe('Logout');
  await press('Home');
  expect(activeLabel()).toBe('Dashboard');
});

test('Enter closes the menu, and only then navigates to the choice', async () => {
  const { closed, hide } = await open();
  await type('cont');
  expect(activeLabel()).toBe('Contact');
  await press('Enter');
  expect(closed).toHaveBeenCalledOnce();
  expect(find('output').textContent).toBe('/start');
  await hide();
  await eventually(() => expect(find('output').textContent).toBe('/contact'));
});

test('invoices are searched from three letters on, counted aloud, and opened', async () => {
  const { hide } = await open();
  await type('or');
  await type('order');
  await eventually(() => expect(labels()).toContain('Order 10482'));
  expect(asked.filter(({ url }) => url.includes('/invoice')).map(({ url }) => url)).toEqual([
    '/api/v1/invoice?name=order&page=0&size=6',
    '/api/v1/invoice?transId=order&page=0&size=6',
  ]);
  expect(find('[role="status"]').textContent).toBe('Results: 1');
  await press('Enter');
  await hide();
  await eventually(() => expect(find('output').textContent).toBe('/invoice-details/k7qm2xzp4lw8'));
});

test('a superseded request is aborted', async () => {
  await open();
  const slow = () => asked.filter(({ url }) => url.includes('slow'));
  await type('slow');
  await eventually(() => expect(slow()).toHaveLength(2));
  expect(slow().map(({ signal }) => signal?.aborted)).toEqual([false, false]);
  await type('order');
  await eventually(() => expect(labels()).toContain('Order 10482'));
  expect(slow().map(({ signal }) => signal?.aborted)).toEqual([true, true]);
});

test('no result is announced; a failure offers a retry', async () => {
  await open();
  await type('xyz');
  await eventually(() => expect(find('.empty').textContent).toContain('Nothing found'));
  expect(box().getAttribute('aria-expanded')).toBe('false');
  isDown = true;
  await type('order');
  await eventually(() => expect(find('[role="alert"]').textContent).toContain('Your invoices could not be loaded'));
  isDown = false;
  const buttons = [...document.querySelectorAll<HTMLElement>('[role="alert"] button')];
  await act(async () => buttons.find(({ textContent }) => textContent?.includes('Retry'))?.click());
  await eventually(() => expect(labels()).toEqual(['Order 10482']));
});

test('Switch language asks which, and stays', async () => {
  const { closed } = await open();
  await type('switch lang');
  expect(activeLabel()).toBe('Switch language');
  await press('Enter');
  expect(closed).not.toHaveBeenCalled();
  expect(box().value).toBe('Language');
});
