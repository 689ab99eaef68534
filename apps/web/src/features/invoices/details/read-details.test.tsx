// @vitest-environment happy-dom
import type { InvoiceDetails } from '@stablegate/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../../../../../../packages/ui/test/render';
import { GUEST, sessionQuery } from '../../../lib/session/session';
import InvoiceDetailsScreen from './invoice-details.screen';
import { type AnsweredDetails, readDetails } from './read-details';

/** As specification 2, section 3, has it, without a currency and with the name of the store as `merchant`. */
const PAID: AnsweredDetails = {
  ...{ id: '1', transId: 'abcdefghijklmnopqrstuvwxyz', name: 'Order 1', description: null, amount: '7.770000', feeAmount: '0.038850' },
  ...{ status: 'SUCCESS', merchant: 'Tea house', createdAt: '2026-11-14T10:22:00+07:00', expiresAt: '2026-11-14T10:37:00+07:00' },
  ...{ toAddress: '0x01', fromAddress: '0x02', network: 'BEP20', transactionHash: '0x03' },
  ...{ callbackUrl: 'https://shop.example/told', callbackResponse: 'ok', requestId: 'r1' },
};
const WAITING: AnsweredDetails = {
  ...{ id: '2', transId: 'abcdefghijklmnopqrstuvwxyz', name: 'Order 2', amount: '7.770000', feeAmount: '0', status: 'WAITING' },
  ...{ merchant: 'Tea house', createdAt: '2026-11-14T10:22:00+07:00', expiresAt: '2026-11-14T10:37:00+07:00' },
};

async function open(answer: () => Response) {
  vi.spyOn(window, 'fetch').mockImplementation(async (input) =>
    String(input).includes('/invoice/') ? answer() : new Promise<Response>(() => undefined),
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(sessionQuery.queryKey, { ...GUEST, isAuthenticated: true, emailVerified: true, userId: 'u1', accountId: 'u1' });
  await render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/invoice-details/abcdefghijklmnopqrstuvwxyz']}>
        <Routes>
          <Route path="/invoice-details/:transId" element={<InvoiceDetailsScreen />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

async function shown(answer: object): Promise<string> {
  await open(() => Response.json(answer));
  await vi.waitFor(() => expect(document.querySelector('.details-title')).not.toBeNull());
  return document.body.textContent ?? '';
}

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

test.each([
  ['paid', PAID],
  ['waiting', WAITING],
  ['paid, by another word', { ...PAID, status: 'COMPLETED' }],
  ['of a status that is not known', { ...PAID, status: 'HELD' }],
])('an invoice as the specification has it is shown: %s', async (_what, answer) => {
  const text = await shown(answer);
  expect(text).toMatch(/7\.7700\sUSDT/);
  expect(text).toContain('Tea house');
  expect(document.title).toContain('Tea house');
  expect(text).not.toContain('undefined');
});

test.each([
  ['waiting', WAITING],
  ['paid', PAID],
  ['expired', { ...WAITING, status: 'EXPIRED' }],
])('an invoice that leaves out all it can is shown: %s', async (_what, { transId, status }) => {
  const text = await shown({ id: '1', transId, status });
  expect(text).toContain(transId);
  expect(text).toMatch(/Amount–Invoice Name–Created–Expires–Transaction Fee/);
  expect(text).not.toMatch(/undefined|NaN|Invalid/);
});

test('a fee counts once the invoice is paid, and times without a zone are those of +07:00', () => {
  const times = { createdAt: '2026-11-14T10:22:00', expiresAt: '2026-11-14 10:37:00' };
  const read = { createdAt: '2026-11-14T10:22:00+07:00', expiresAt: '2026-11-14T10:37:00+07:00' };
  expect(readDetails({ ...WAITING, ...times, feeAmount: '0.0625' })).toMatchObject({ ...read, feeAmount: '0' });
  expect(readDetails({ ...PAID, feeAmount: '0.0625' })).toMatchObject({ feeAmount: '0.0625' });
});

test('an amount to pay that is not told is not shown', async () => {
  expect(await shown(WAITING)).not.toContain('Customer pays');
  document.body.replaceChildren();
  expect(await shown({ ...WAITING, payable: '7.808900' })).toMatch(/Customer pays7\.8089\sUSDT/);
});

test.each(['WAITING', 'EXPIRED'])('of an unpaid invoice (%s) the amounts shown add up', async (status) => {
  const text = await shown({ ...WAITING, status, amount: '57.200000', fee: '0.286000', payable: '57.486000' });
  expect(text).toMatch(/Amount57\.2000\sUSDTService fee \(0\.5%\)0\.2860\sUSDTCustomer pays57\.4860\sUSDT/);
  expect(text).toMatch(/Transaction Fee0\.00\sUSDT/);
});

test('what rounds up and what identifies the payment is named too', async () => {
  const text = await shown({ ...PAID, fee: '0.038850', payable: '7.812200', paid: '7.812200' });
  expect(text).toMatch(
    /Service fee \(0\.5%\)0\.038850\sUSDTRounded up0\.000050\sUSDTIdentifies the payment0\.0033\sUSDTCustomer pays7\.8122\sUSDT/,
  );
});

test('an empty text is shown no more than one that is missing', () => {
  const optional = [
    'description',
    'toAddress',
    'fromAddress',
    'network',
    'transactionHash',
    'callbackUrl',
    'callbackResponse',
    'requestId',
  ];
  const none = Object.fromEntries(optional.map((name) => [name, null]));
  const empty = Object.fromEntries(optional.map((name) => [name, '']));
  expect(readDetails({ ...PAID, ...empty, storeName: '', currency: '' as 'USDT', feeAmount: '' })).toMatchObject({
    ...none,
    ...{ storeName: 'Tea house', currency: 'USDT', feeAmount: '', fee: '0' },
  });
});

test('what is told stays as it is', () => {
  const full = {
    ...{ ...PAID, currency: 'USDT', storeName: 'Tea house', flags: ['paidLate'], feeCharged: false },
    ...{ payable: '7.808900', paid: '7.808900', due: '0.000000', fee: '0.038850', urlPayment: 'https://pay.example/bill/x' },
    ...{ networks: [{ network: 'BEP20', address: '0x01' }], timeline: [{ at: PAID.createdAt, event: 'created', detail: null }] },
  } as unknown as InvoiceDetails;
  expect(readDetails(full)).toMatchObject(full);
});

test.each<[what: string, change: object, shows: RegExp, not: RegExp]>([
  ['without a network', { network: null }, /Receiving address0x01/, /Network/],
  ['without an address', { toAddress: undefined }, /NetworkBNB Smart Chain/, /Receiving address/],
  ['without a fee', { feeAmount: undefined }, /Transaction Fee0\.00\sUSDT/, /undefined/],
  ['of a fee that is null', { feeAmount: null }, /Transaction Fee0\.00\sUSDT/, /null/],
  ['of no fee', { feeAmount: '0.000000' }, /Transaction Fee0\.000000\sUSDT/, /undefined/],
])('a paid invoice %s shows the rest', async (_what, change, shows, not) => {
  const text = await shown({ ...PAID, ...change });
  expect(text).toMatch(shows);
  // Without the sentences of the banner.
  expect(document.querySelector('.details-halves')?.textContent).not.toMatch(not);
});

test.each([
  ['404 without a body', () => new Response(null, { status: 404 })],
  ['404 without a message', () => Response.json({ status: 'error' }, { status: 404 })],
  ['422 without a message', () => Response.json({ status: 'error', message: '' }, { status: 422 })],
])('after a %s the page says what the specification has', async (_what, answer) => {
  await open(answer);
  await vi.waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('Failed to load invoice details'));
  expect(document.body.textContent).toContain('Go Back');
  expect(document.body.textContent).not.toContain('This invoice does not exist');
});

test("a 404 with the server's message says it", async () => {
  await open(() => Response.json({ status: 'error', message: 'No invoice of this id' }, { status: 404 }));
  await vi.waitFor(() => expect(document.body.textContent).toContain('No invoice of this id'));
});

test('every time of the details without a zone is one of +07:00', () => {
  const [told, at] = ['2026-11-14 10:22:00', '2026-11-14T10:22:00+07:00'];
  const answer = {
    ...{ ...PAID, paidAt: told, nextCallbackAt: told, timeline: [{ at: told }], callbackAttempts: [{ at: told }], claims: [{ at: told }] },
    transfers: [{ seenAt: told, finalAt: told }, { seenAt: told }],
  } as unknown as AnsweredDetails;
  expect(readDetails(answer)).toMatchObject({
    ...{ paidAt: at, nextCallbackAt: at, timeline: [{ at }], callbackAttempts: [{ at }], claims: [{ at }] },
    transfers: [
      { seenAt: at, finalAt: at },
      { seenAt: at, finalAt: null },
    ],
  });
});
