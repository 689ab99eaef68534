// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { click, find, render } from '../../../../../packages/ui/test/render';
import { GUEST, sessionQuery } from '../../lib/session/session';
import { DEPOSITS_KEY } from './deposits.queries';
import { DraftContext } from './draft';
import PaymentTab from './payment-tab';

const DEPOSIT = { id: 'd1', status: 'PENDING', method: 'usdt-auto', amount: '9.000000', createDate: '2026-11-18T08:00:00Z' };
const BANK = { name: 'Sandbox Bank', bin: '970422', account: '001', holder: 'STABLEGATE' };
const TRANSFER = {
  reference: 'AB12CD34EF',
  amountVnd: 234_000,
  rate: 26_000,
  qrPayload: '0002',
  bank: BANK,
  expiresAt: '2026-11-19T08:00:00Z',
};

let answers: Record<string, unknown>;
let client: QueryClient;

beforeEach(() => {
  answers = {
    'GET /api/v1/deposit-invoice/my-invoices/page': { content: [], totalElements: 0 },
    'GET /api/v1/deposit-invoice/networks': ['TRON'],
    'GET /api/v1/enums/vnd-rate': 26_000,
    'GET /api/v1/user/u1': { id: 'u1', username: 'linhmai', balance: 157, roles: [] },
    'POST /api/v1/deposit-invoice/create-usdt': { id: 'd1', urlPayment: 'https://gate.example/bill/x', payable: '9.008200' },
    'POST /api/v1/deposit-invoice/create-bank': { id: 'd1', ...TRANSFER },
  };
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const answer = answers[`${init?.method} ${String(input).split('?')[0]}`];
    return answer === undefined ? Promise.reject(new Error(`unexpected call: ${String(input)}`)) : Response.json(answer);
  });
  vi.spyOn(window, 'open').mockReturnValue(null);
});
afterEach(() => void vi.restoreAllMocks());

const screen = (method: 'usdt-auto' | 'vietnam-bank-auto', text: string) => (
  <QueryClientProvider client={client}>
    <MemoryRouter initialEntries={[`/top-up?method=${method}`]}>
      <DraftContext value={[{ text, language: 'en', method }, () => undefined]}>
        <PaymentTab />
      </DraftContext>
    </MemoryRouter>
  </QueryClientProvider>
);

async function begin(method: 'usdt-auto' | 'vietnam-bank-auto') {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(sessionQuery.queryKey, { ...GUEST, isAuthenticated: true, emailVerified: true, userId: 'u1', accountId: 'u1' });
  const { rerender } = await render(screen(method, '9'));
  await vi.waitFor(() => expect(balance()).toMatch(/^Balance after\$157\.00 → \$166\.00$/));
  await list({ ...DEPOSIT, method, ...(method !== 'usdt-auto' && TRANSFER) });
  await click('.summary .btn-primary');
  return { type: (text: string) => rerender(screen(method, text)) };
}

/** What the list answers from now on. */
const list = (deposit: object) =>
  act(async () => {
    answers['GET /api/v1/deposit-invoice/my-invoices/page'] = { content: [deposit], totalElements: 1 };
    await client.invalidateQueries({ queryKey: [DEPOSITS_KEY] });
  });
const pay = (method: string) => {
  answers['GET /api/v1/user/u1'] = { id: 'u1', username: 'linhmai', balance: 166.0082, roles: [] };
  return list({ ...DEPOSIT, method, status: 'PAID', received: '9.008200' });
};
const plain = (text: string | null | undefined): string => (text ?? '').replace(/[\u2066-\u2069]/g, '').replace(/\s+/g, ' ');
const balance = () => plain(find('.summary-after').textContent);
const total = () => plain(find('.summary-line[data-total] dd').textContent);

test('once it exists, a top-up by USDT says the exact amount that the server answered', async () => {
  const { type } = await begin('usdt-auto');
  await vi.waitFor(() => expect(plain(find('.summary .notice').textContent)).toContain('Send exactly 9.0082 USDT.'));
  expect(total()).toBe('9.0082 USDT');
  expect(balance()).toBe('Balance after$157.00 → $166.01');
  // Of another amount nothing exists yet.
  await type('20');
  expect(total()).toBe('20.0000 USDT');
  expect(balance()).toBe('Balance after$157.00 → $177.00');
});

test('a server that does not tell the exact amount: the payment page is said to show it', async () => {
  answers['POST /api/v1/deposit-invoice/create-usdt'] = { urlPayment: 'https://gate.example/bill/x' };
  await begin('usdt-auto');
  await vi.waitFor(() => find('.summary .notice a'));
  expect(find('.summary .notice').textContent).not.toContain('Send exactly');
  expect(find('.summary').textContent).toContain('shows the exact amount to send');
});

test.each(['usdt-auto', 'vietnam-bank-auto'] as const)(
  'after a top-up by %s has arrived, the balance is not shown to grow by it again',
  async (method) => {
    const { type } = await begin(method);
    await pay(method);
    await vi.waitFor(() => expect(balance()).toBe('Balance now$166.01'));
    await type('20');
    expect(balance()).toBe('Balance after$166.01 → $186.01');
  },
);
