// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { click, find, render } from '../../../../../../packages/ui/test/render';
import { type Screen, ScreensProvider } from '../../../lib/screen';
import { GUEST, sessionQuery } from '../../../lib/session/session';
import { CodeBlock } from '../code-block';
import { OwnKey } from './own-key';
import { OwnStoreProvider } from './own-store';
import { TryIt } from './try-it';

const STORE = { id: 's1', name: 'Tea house', merchantId: 'm-77', apiKey: 'sk_abcdefgh1234', status: 'Active' };
const MADE = { trans_id: 'k7qm2xzp4lw8', url_payment: 'https://gate.example/bill/k7qm2xzp4lw8', amount: '1', payable: '1.0050' };
const screens: Screen[] = ['/top-up', '/manage-merchant', '/merchants'].map((path) => ({
  path,
  access: 'member',
  frame: 'shell',
  load: () => Promise.reject(new Error('nobody goes there')),
}));

let answers: Record<string, { status: number; body: unknown }>;
const fetched = vi.fn<(path: string, init?: RequestInit) => void>();
const callsOf = () => fetched.mock.calls.map(([path, init]) => `${init?.method} ${path}`);

beforeEach(() => {
  answers = {
    'GET /api/v1/store': { status: 200, body: [STORE] },
    'GET /api/v1/store/s1': { status: 200, body: { store: { ...STORE, callbackSecret: 'whsec_secret9876' }, wallets: [] } },
    'POST /api/v1/payment/invoice': {
      status: 201,
      body: { status: 'success', msg: 'Invoice created', data: { ...MADE, expires_at: '2026-11-15T09:15:00+07:00' } },
    },
  };
  vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    fetched(String(input), init);
    const answer = answers[`${init?.method} ${String(input)}`];
    if (answer === undefined) return Promise.reject(new Error(`unexpected call: ${String(input)}`));
    return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status }));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  fetched.mockReset();
});

async function open(isSignedIn = true) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(sessionQuery.queryKey, { ...GUEST, isAuthenticated: isSignedIn, emailVerified: isSignedIn, userId: 'u1' });
  await render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/api']}>
        <ScreensProvider screens={screens}>
          <OwnStoreProvider>
            <OwnKey />
            <CodeBlock title="sample" language="json" code="sk_your_api_key your_merchant_id whsec_your_callback_secret" />
            <TryIt />
          </OwnStoreProvider>
        </ScreensProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const wait = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 20))));
/** Until no button or placeholder is loading. */
async function settled() {
  for (let tries = 0; tries < 100; tries++) {
    await wait();
    if (document.querySelector('[aria-busy="true"]') === null) return;
  }
}
const press = async (name: string) => {
  const button = [...document.querySelectorAll('button')].find((each) => each.textContent?.includes(name));
  if (button === undefined) throw new Error(`no button ${name}`);
  await act(async () => button.click());
  await settled();
};
const sample = () => find('figure[aria-label="sample"] pre').textContent;

test('a guest is asked to sign in and nothing is called', async () => {
  await open(false);
  expect(find('a[href="/login?next=%2Fapi"]').textContent).toBe('Sign In');
  expect(document.querySelector('#try-it')).toBeNull();
  expect(callsOf()).toEqual([]);
});

test('own keys are loaded on request, masked at first, and removed again', async () => {
  await open();
  expect(callsOf()).toEqual([]);
  expect(sample()).toContain('sk_your_api_key');
  await press('Fill in my key');
  expect(callsOf()).toEqual(['GET /api/v1/store', 'GET /api/v1/store/s1']);
  expect(sample()).toBe('sk_abc••••••1234 m-77 whsec_••••••9876');
  await press('Show keys');
  expect(sample()).toBe('sk_abcdefgh1234 m-77 whsec_secret9876');
  await press('Remove my key');
  expect(sample()).toBe('sk_your_api_key your_merchant_id whsec_your_callback_secret');
});

test('of several merchants the one that can be paid is taken: the newest may have no address yet', async () => {
  const newest = { ...STORE, id: 's2', name: 'Coffee', hasAddress: false };
  const inactive = { ...STORE, id: 's3', name: 'Bakery', status: 'Inactive', hasAddress: true };
  answers['GET /api/v1/store'] = { status: 200, body: [newest, inactive, { ...STORE, hasAddress: true }] };
  await open();
  await press('Fill in my key');
  expect(callsOf()).toEqual(['GET /api/v1/store', 'GET /api/v1/store/s1']);
  expect(find('.own-store bdi').textContent).toBe('Tea house');
});

test('an invoice is created only on request, and its payment page is one click away', async () => {
  await open();
  await press('Try it');
  expect(callsOf()).toEqual(['GET /api/v1/store']);
  await press('Create invoice');
  const sent: unknown = JSON.parse(String(fetched.mock.lastCall?.[1]?.body));
  expect(sent).toEqual({ amount: '1.00', name: 'A first try', request_id: expect.stringMatching(/^try-/) });
  // As a merchant's server sends it: with the key, without the session.
  expect(new Headers(fetched.mock.lastCall?.[1]?.headers).get('x-api-key')).toBe(STORE.apiKey);
  expect(fetched.mock.lastCall?.[1]?.credentials).toBe('omit');
  expect(find('.try-result').textContent).toContain(MADE.trans_id);
  expect(find('.try-result').textContent).toContain('1.0050');
  expect(find(`a[href="${MADE.url_payment}"]`).textContent).toContain('Payment page');
});

test.each([
  [402, 'insufficient_balance', '/top-up'],
  [422, 'store_has_no_address', '/manage-merchant?id=s1&tab=addresses'],
])('refused with %i %s, it says why and leads to %s', async (status, code, where) => {
  answers['POST /api/v1/payment/invoice'] = { status, body: { status: 'error', code, message: `Because of ${code}.`, requestId: 'r-1' } };
  await open();
  await press('Try it');
  await press('Create invoice');
  expect(find('.try-result .notice').textContent).toContain(`Because of ${code}.`);
  expect(find('.try-result .notice a').getAttribute('href')).toBe(where);
  expect(find('.try-result pre').textContent).toContain('r-1');
});

test('a lost response and a second press use the same order number', async () => {
  const lost = answers['POST /api/v1/payment/invoice'];
  delete answers['POST /api/v1/payment/invoice'];
  await open();
  await press('Try it');
  await press('Create invoice');
  const idOfLast = () => (JSON.parse(String(fetched.mock.lastCall?.[1]?.body)) as { request_id: string }).request_id;
  const first = idOfLast();
  if (lost !== undefined) answers['POST /api/v1/payment/invoice'] = lost;
  await click('.try-form button[type="submit"]');
  await settled();
  expect(idOfLast()).toBe(first);
  expect(find('.try-result').textContent).toContain(MADE.trans_id);
});
