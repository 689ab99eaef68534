// @vitest-environment happy-dom
import type { CallbackEndpoint, StoreDetails } from '@stablegate/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { find, render } from '../../../../../../packages/ui/test/render';
import { GUEST, sessionQuery } from '../../../lib/session/session';
import { OwnStoreProvider } from '../own-store';
import CallbacksTab from './callbacks-tab';

const DEFAULT: CallbackEndpoint = {
  id: 'default',
  url: null,
  version: '1',
  events: ['invoice.completed', 'invoice.expired'],
  enabled: true,
  secret: 'whsec_store1234',
  secretExposed: false,
  createdAt: null,
};
const OWN: CallbackEndpoint = {
  ...DEFAULT,
  id: 'end_1',
  url: 'https://erp.example/events',
  version: '2',
  events: ['invoice.seen', 'invoice.overpaid'],
  enabled: false,
  secret: 'whsec_own5678',
  createdAt: '2026-03-01T09:30:00.000Z',
};
const DELIVERY = {
  id: 'cbk_1',
  type: 'invoice.completed',
  transId: 'k7qm2xzp4lw8vkqdb2xct9wylh',
  endpointId: 'default',
  url: 'https://shop.example/callback',
  version: '1',
  state: 'given_up',
  outdated: false,
  attempts: 16,
  createdAt: '2026-03-01T09:30:00.000Z',
  nextAt: null,
  last: { at: '2026-03-04T09:30:00.000Z', outcome: 'refused', httpStatus: 503, durationMs: 12, response: 'down' },
};
const store = { store: { id: 'str_1', name: 'Tea house' }, wallets: [] } as unknown as StoreDetails;
let answers: Record<string, unknown>;

beforeEach(() => {
  answers = { '/api/v1/store/str_1/endpoints': [DEFAULT, OWN], '/api/v1/store/str_1/deliveries': { content: [DELIVERY], next: null } };
  vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const answer = answers[String(input)];
    return answer === undefined ? Promise.reject(new Error(`unexpected call: ${String(input)}`)) : Promise.resolve(Response.json(answer));
  });
});
afterEach(() => void vi.restoreAllMocks());

async function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(sessionQuery.queryKey, { ...GUEST, isAuthenticated: true, emailVerified: true, userId: 'u1' });
  await render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <OwnStoreProvider value={store}>
          <CallbacksTab />
        </OwnStoreProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('names every endpoint with its events and body, and hides its secret', async () => {
  await open();
  await vi.waitFor(() => expect(document.querySelectorAll('li.key-row')).toHaveLength(2));
  const rows = [...document.querySelectorAll('li.key-row')];
  const [first, second] = rows.map((row) => row.textContent ?? '');
  const events = [...(rows[0]?.querySelectorAll('.endpoint-events > *') ?? [])].map((event) => event.textContent);
  expect(first).toContain('Callback URL of each invoice');
  expect(events).toEqual(['invoice.completed', 'invoice.expired']);
  expect(second).toContain('https://erp.example/events');
  expect(second).toContain('Disabled');
  expect(document.body.textContent).not.toContain(OWN.secret);
});

test('an endpoint whose secret somebody else may know says so', async () => {
  answers['/api/v1/store/str_1/endpoints'] = [DEFAULT, { ...OWN, secretExposed: true }];
  await open();
  await vi.waitFor(() => expect(document.querySelectorAll('li.key-row')).toHaveLength(2));
  const texts = [...document.querySelectorAll('li.key-row')].map((row) => row.textContent?.includes('Reset the secret'));
  expect(texts).toEqual([false, true]);
});

test('the log says what came back, and offers to send it again', async () => {
  await open();
  await vi.waitFor(() => expect(find('table').textContent).toContain('Given up'));
  expect(find('table').textContent).toContain('HTTP 503');
  expect(find('table').textContent).toContain('Send again');
});

test('an empty log says so', async () => {
  answers['/api/v1/store/str_1/deliveries'] = { content: [], next: 'dlv_1' };
  await open();
  await vi.waitFor(() => expect(document.body.textContent).toContain('Nothing was sent yet'));
  expect(document.body.textContent).not.toContain('Show more');
});

test.each([
  ['gone', 'The endpoint was removed or switched off'],
  ['refused', 'Replaced by a newer event'],
])('a cancelled delivery (%s) says why', async (outcome, reason) => {
  const last = { ...DELIVERY.last, httpStatus: null, outcome };
  answers['/api/v1/store/str_1/deliveries'] = { content: [{ ...DELIVERY, state: 'superseded', last }], next: null };
  await open();
  await vi.waitFor(() => expect(find('table').textContent).toContain(`Cancelled${reason}`));
});

test('what a later event made untrue cannot be sent again', async () => {
  answers['/api/v1/store/str_1/deliveries'] = { content: [{ ...DELIVERY, type: 'invoice.expired', outdated: true }], next: null };
  await open();
  await vi.waitFor(() => expect(find('table').textContent).toContain('HTTP 503Replaced by a newer event'));
  expect(find('table').textContent).not.toContain('Send again');
});

test('the log says in words why nothing came back', async () => {
  const last = { ...DELIVERY.last, httpStatus: null, outcome: 'timeout' };
  answers['/api/v1/store/str_1/deliveries'] = { content: [{ ...DELIVERY, last }], next: null };
  await open();
  await vi.waitFor(() => expect(find('table').textContent).toContain('No answer within 10 seconds'));
});

test('a log that could not be loaded is not announced as loading', async () => {
  delete answers['/api/v1/store/str_1/deliveries'];
  await open();
  await vi.waitFor(() => expect(document.body.textContent).toContain('The log could not be loaded'));
  expect(document.querySelector('[aria-busy=true]')).toBeNull();
});
