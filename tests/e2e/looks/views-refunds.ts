import type { Page } from '@playwright/test';
import type { View } from './view';

const PAYER = '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063';
const HASH = '0x5d1e7c0b9a4f3e2d1c0b9a8f7e6d5c4b3a291807f6e5d4c3b2a1908f7e6d5c4b';
const TRON_PAYER = 'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9';
const AT = '2026-11-01T08:00:00.000Z';
const PLANNED = {
  id: 'ref_01',
  network: 'BEP20',
  amount: '7.500000',
  toAddress: PAYER,
  reason: 'overpaid',
  status: 'planned',
  createdAt: AT,
  txHash: null,
  problem: null,
  fromAddress: null,
  blockNumber: null,
  blockTime: null,
  confirmations: null,
  confirmationsNeeded: null,
  confirmedAt: null,
  searchedUntil: null as string | null,
};
const SEEN = {
  ...PLANNED,
  id: 'ref_02',
  reason: 'double',
  status: 'seen',
  txHash: HASH,
  fromAddress: '0x1B7a2E5c9D4f80361e5A7cB24d9F06a8C3e1D750',
  blockNumber: 48_211_907,
  blockTime: AT,
  confirmations: 2,
  confirmationsNeeded: 3,
};
const CONFIRMED = { ...SEEN, id: 'ref_03', reason: 'returned', status: 'confirmed', confirmations: 3, confirmedAt: AT };
const OVERVIEW = {
  received: '57.750000',
  refunded: '0.000000',
  left: '57.750000',
  suggestions: [
    { reason: 'overpaid', amount: '7.500000', network: 'BEP20', toAddress: PAYER },
    { reason: 'returned', amount: '57.750000', network: 'BEP20', toAddress: PAYER },
  ],
  refunds: [] as object[],
};

const refunds = (url: URL): boolean => url.pathname.endsWith('/refunds');
const answer = (changes: object) => async (page: Page) => {
  await page.route(refunds, (route) => route.fulfill({ json: { ...OVERVIEW, ...changes } }));
  const warnings = { address: PAYER, warnings: ['pays_many', 'busy', 'contract'] };
  await page.route(
    (url) => url.pathname.endsWith('/refunds/address'),
    (route) => route.fulfill({ json: warnings }),
  );
};
const scrollTo = (part: string) => (page: Page) => page.locator(part).scrollIntoViewIfNeeded();
/** In place of the card, under its heading. */
const FAILURE = '.details-heading + [role=alert]';
const view = (state: string, changes: object, rest: Partial<View> = {}): View => ({
  screen: 'refunds',
  state,
  who: 'merchant',
  path: ({ invoices }) => `/invoice-details/${invoices.SUCCESS}`,
  answers: answer(changes),
  act: scrollTo('.refunds'),
  part: '.refunds', // below the rest of the invoice
  ...rest,
});

/** On the page of an invoice. */
export const refundViews: readonly View[] = [
  view('empty', {}),
  view('nothing final', { received: '0.000000', left: '0.000000', suggestions: [] }),
  view('planned', { refunds: [{ ...PLANNED, searchedUntil: '2026-11-04T08:00:00.000Z' }], left: '50.250000' }),
  view('no longer searched', { refunds: [PLANNED], left: '50.250000' }),
  view('unknown transaction', { refunds: [{ ...PLANNED, network: 'TRON', toAddress: TRON_PAYER, txHash: HASH.slice(2) }] }),
  view('refused', { refunds: [{ ...PLANNED, problem: 'refund_of_other_amount' }] }),
  view('filled', { refunds: [SEEN, CONFIRMED, { ...PLANNED, status: 'cancelled' }], refunded: '7.500000' }),
  view('loading', {}, { answers: (page) => page.route(refunds, () => undefined), isLoading: true }),
  view(
    'error',
    {},
    {
      answers: (page) => page.route(refunds, (route) => route.fulfill({ status: 500, json: { code: 'internal_error', message: '' } })),
      act: scrollTo(FAILURE),
      part: FAILURE,
    },
  ),
  view('dialog', {}, { isOverlay: true, part: undefined, act: (page) => page.locator('.refunds-head .btn').click() }),
];
