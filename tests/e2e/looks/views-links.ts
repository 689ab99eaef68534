import type { Page } from '@playwright/test';
import { answered, failed, held } from './answers';
import type { View } from './view';

const URL = 'https://pay.example/pay/7k2m9q4t8w1x';
const LINK = {
  id: 'lnk_01',
  storeId: 'str_01',
  storeName: 'Corner Coffee',
  url: URL,
  name: 'Latte art class, Saturday morning',
  description: 'Two hours, with coffee. Bring nothing.',
  amount: '24.5000',
  stock: 12,
  endsAt: null,
  questions: [
    { label: 'Your name', required: true },
    { label: 'Anything we should know', required: false },
  ],
  successMessage: 'See you on Saturday at nine!',
  enabled: true,
  state: 'open',
  paid: 5,
  taken: 7,
  createdAt: '2026-11-01T08:00:00.000Z',
};
const LINKS = [
  LINK,
  { ...LINK, id: 'lnk_02', name: 'Tips for the team', amount: null, stock: null, paid: 41 },
  { ...LINK, id: 'lnk_03', name: 'Grinder, last one', amount: '310.0000', stock: 1, paid: 1, taken: 1, state: 'sold_out' },
  { ...LINK, id: 'lnk_04', name: 'Summer mug', amount: '9.0000', stock: null, enabled: false, state: 'off' },
];
const OPEN = {
  store: LINK.storeName,
  name: LINK.name,
  description: LINK.description,
  amount: LINK.amount,
  state: 'open',
  left: 7,
  questions: LINK.questions,
  successMessage: null,
  isPaid: false,
  receipt: null,
};

const merchant = (screen: string, path: string, state: string, rest: Partial<View> = {}): View => ({
  screen,
  state,
  who: 'merchant',
  path,
  answers: (page) => answered(page, '/payment-links', LINKS),
  ...rest,
});
const guest = (state: string, changes: object, rest: Partial<View> = {}): View => ({
  screen: 'pay by link',
  state,
  who: 'guest',
  path: '/pay/7k2m9q4t8w1x',
  answers: (page) => answered(page, '/pay/7k2m9q4t8w1x', { ...OPEN, ...changes }),
  ...rest,
});

const SALE = {
  trans_id: 'sale01',
  store: 'Corner Coffee',
  networks: ['BEP20', 'POLYGON', 'TRON', 'SOLANA'].map((network) => ({ network, address: '0x7C4f1bE29a08dD3365c1B9e4F0aA82d67E5130C9' })),
  status: 'waiting',
  amount: '12.5625',
  paid: '0.0000',
  due: '12.5625',
  version: 1,
};
/** A sale that is charged, and then as the changes say. */
const sale = (state: string, changes: object): View =>
  merchant('point of sale', '/pos', state, {
    answers: async (page) => {
      await answered(page, '/invoice', { transId: SALE.trans_id, url_payment: `https://pay.example/bill/${SALE.trans_id}` });
      await answered(page, `/payment/${SALE.trans_id}`, { status: 'success', data: { ...SALE, ...changes } });
    },
    act: async (page) => {
      await page.locator('.pos-key').first().click();
      await page.locator('.pos-pad [type=submit]').click();
      await page.locator('.pos-sale .money').waitFor();
    },
  });

const embedAnswers = (origins: readonly string[]) => async (page: Page) => {
  await answered(page, '/payment-links', LINKS);
  await answered(page, '/store/str_01/embed', { origins });
};

export const linkViews: readonly View[] = [
  merchant('payment links', '/payment-links', 'filled'),
  merchant('payment links', '/payment-links', 'empty', { who: 'newcomer', answers: (page) => answered(page, '/payment-links', []) }),
  merchant('payment links', '/payment-links', 'loading', { answers: (page) => held(page), isLoading: true }),
  merchant('payment links', '/payment-links', 'error', { answers: (page) => failed(page) }),
  merchant('payment link', '/payment-links', 'new', { isOverlay: true, act: (page) => page.locator('.page-head .btn').click() }),
  merchant('poster', '/payment-links/lnk_01/poster', 'filled'),
  merchant('poster', '/payment-links/lnk_99/poster', 'unknown'),
  merchant('payment button', '/payment-links/lnk_01/embed', 'filled', { answers: embedAnswers(['https://shop.example']) }),
  merchant('payment button', '/payment-links/lnk_01/embed', 'no website yet', { answers: embedAnswers([]) }),
  merchant('payment button', '/payment-links/lnk_99/embed', 'unknown'),
  merchant('point of sale', '/pos', 'amount', { act: (page) => page.locator('.pos-key').first().click() }),
  merchant('point of sale', '/pos', 'no merchant', { who: 'newcomer', answers: (page) => answered(page, '/store', []) }),
  sale('to pay', {}),
  sale('seen', { status: 'processing', paid: '12.5625', confirmations: 3, confirmations_needed: 15 }),
  sale('paid', { status: 'success', paid: '12.5625' }),
  sale('expired', { status: 'expired' }),
  guest('filled', {}),
  guest('in a shop', {}, { path: '/embed/pay/7k2m9q4t8w1x?origin=https://shop.example' }),
  guest('nothing typed', {}, { act: (page) => page.locator('[type=submit]').click() }),
  guest('open amount', { amount: null, left: null, questions: [] }),
  guest('sold out', { state: 'sold_out', left: 0 }),
  guest('paid', {
    isPaid: true,
    receipt: { transId: 'bfz304ter7k2wh8nvh0qm3c1', amount: '24.622500' },
    successMessage: LINK.successMessage,
  }),
  guest('unknown', {}, { answers: async () => undefined }),
];
