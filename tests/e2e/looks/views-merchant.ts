import type { Page } from '@playwright/test';
import { answered, changed, empty, failed, held } from './answers';
import type { Stage } from './stage';
import type { View } from './view';

type Path = View['path'];
const merchant = (screen: string, path: Path, state = 'filled', rest: Partial<View> = {}): View => ({
  screen,
  state,
  who: 'merchant',
  path,
  ...rest,
});

/** The four states of a screen. A new account is the truest emptiness; where it has no such page, the answers are emptied. */
export const fourStates = (screen: string, path: Path, rest: Partial<View> = {}, emptiness: Partial<View> = {}): readonly View[] => [
  merchant(screen, path, 'filled', rest),
  merchant(screen, path, 'empty', { ...rest, who: 'newcomer', ...emptiness }),
  merchant(screen, path, 'loading', { ...rest, answers: (page) => held(page), isLoading: true }),
  merchant(screen, path, 'error', { ...rest, answers: (page) => failed(page) }),
];
export const emptiedAnswers: Partial<View> = { who: 'merchant', answers: (page) => empty(page) };

const storePath =
  (tab: string) =>
  ({ storeId }: Stage) =>
    `/manage-merchant?id=${storeId}&tab=${tab}`;
const click = (selector: string) => async (page: Page) => page.locator(selector).first().click();
const overlay = (selector: string): Partial<View> => ({ act: click(selector), isOverlay: true });

const isUser = ({ pathname }: URL): boolean => /\/v1\/user\/[^/]+$/.test(pathname);
const isStores = ({ pathname }: URL): boolean => pathname.endsWith('/v1/store');
const isStore = ({ pathname }: URL): boolean => /\/v1\/store\/[^/]+$/.test(pathname);
const EXPOSED = ['apiKey', 'callbackSecret', 'epusdtToken'];

const shellViews: readonly View[] = [
  ...fourStates('dashboard', '/'),
  merchant('command menu', '/', 'filled', { isOverlay: true, act: (page) => page.keyboard.press('Control+k') }),
  merchant('command menu', '/', 'no match', {
    isOverlay: true,
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.locator('.command input').fill('zzzzzz');
    },
  }),
  merchant('phone menu', '/', 'filled', { ...overlay('.shell-head .phone-only button'), onlyAt: 375 }),
  merchant('sidebar rail', '/', 'filled', { act: (page) => page.keyboard.press('Control+b'), onlyAt: 1280 }),
  merchant('language menu', '/', 'filled', overlay('.shell-head .flag')),
  merchant('sign out', '/', 'filled', { ...overlay('.side .user-row .icon-btn'), onlyAt: 1280 }),
  merchant('not found', '/no-such-page', 'error'),
  merchant('second factor banner', '/', 'filled', {
    answers: (page) => changed(page, isUser, (reply) => ({ ...(reply as object), secondFactorAdvised: true })),
  }),
  merchant('exposed merchants', '/', 'filled', {
    answers: (page) => changed(page, isStores, (reply) => (reply as object[]).map((store) => ({ ...store, exposedSecrets: EXPOSED }))),
  }),
];

const invoiceViews: readonly View[] = [
  ...fourStates('invoices', '/invoices'),
  merchant('invoices', '/invoices?name=nothing-is-called-like-this', 'no match'),
  merchant('invoices', '/invoices?createdFrom=2026-01-01&status=SUCCESS', 'filter open', { act: click('.chip-add') }),
  merchant('invoices', '/invoices', 'selected', { act: click('tbody [role=checkbox]'), onlyAt: 1280 }),
  merchant('new invoice', '/invoices?new=1', 'filled', { isOverlay: true }),
  merchant('new invoice', '/invoices?new=1', 'nothing typed', { isOverlay: true, act: click('[role=dialog] [type=submit]') }),
  ...(['SUCCESS', 'WAITING', 'EXPIRED', 'FAILED', 'cancelled', 'paidLate', 'paidOver', 'paidPartial'] as const).map((state) =>
    merchant('invoice details', ({ invoices }) => `/invoice-details/${invoices[state] ?? ''}`, state),
  ),
  merchant('invoice details', ({ invoices }) => `/invoice-details/${invoices.SUCCESS}`, 'loading', {
    answers: (page) => held(page),
    isLoading: true,
  }),
  merchant('invoice details', ({ invoices }) => `/invoice-details/${invoices.SUCCESS}`, 'error', { answers: (page) => failed(page) }),
  merchant('invoice details', '/invoice-details/unknown', 'unknown'),
  merchant('invoice details', '/invoice-details/', 'missing'),
  ...fourStates('transfers', '/transfers'),
  merchant('transfers', '/transfers?state=ignored', 'dismissed'),
  merchant('transfers', '/transfers', 'other invoice', overlay('.transfer-foot .btn')),
  merchant('transfers', '/transfers', 'dismiss', overlay('.transfer-foot .btn-ghost')),
];

const AT = '2026-11-16T09:40:00.000Z';
const attempt = (outcome: string, httpStatus: number | null) => ({
  at: '2026-11-16T09:40:05.000Z',
  outcome,
  httpStatus,
  durationMs: 1_204,
  response: null,
});
/** A callback in each state that the log knows. */
const DELIVERIES = [
  { state: 'waiting', type: 'invoice.seen', last: null },
  { state: 'waiting', type: 'invoice.completed', last: attempt('timeout', null) },
  { state: 'delivered', type: 'invoice.completed', last: attempt('delivered', 200) },
  { state: 'superseded', type: 'invoice.partly_paid', last: attempt('gone', null) },
  { state: 'given_up', type: 'invoice.expired', last: attempt('refused', 500) },
].map((delivery, index) => ({
  id: `evt_${index}`,
  transId: '01kxsamplesamplesamplesa',
  endpointId: 'default',
  url: 'https://shop.example/callbacks/stablegate/orders',
  version: '2',
  attempts: 3,
  createdAt: '2026-11-16T09:40:00.000Z',
  nextAt: null,
  ...delivery,
}));

/** With the longest address and name that there are. */
const API_CALLS = [
  { key: 'main', keyName: null, ip: '203.0.113.7', route: 'POST /payment/invoice', status: 201 },
  { key: 'main', keyName: null, ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348', route: 'GET /payment/invoice/{trans_id}', status: 404 },
  { key: 'key_1', keyName: 'Till', ip: '203.0.113.8', route: 'POST /payment/invoice/{trans_id}/refunds/{id}/transaction', status: 403 },
  {
    key: 'key_2',
    keyName: 'Web shop of the corner, second server (Frankfurt)',
    ip: '203.0.113.9',
    route: 'GET /payment/events',
    status: 503,
  },
  { key: 'epusdt', keyName: null, ip: '203.0.113.10', route: 'POST /order/create-transaction', status: 200 },
].map((apiCall, index) => ({ id: `api_${index}`, at: AT, requestId: `0198c2f1-8a7d-7000-8000-00000000000${index}`, ...apiCall }));

const isEpusdt = (url: URL): boolean => url.pathname.endsWith('/epusdt');
const EPUSDT_ON = {
  enabled: true,
  token: 'epk_sample_5f1c9b7e2a',
  source: 'address',
  rate: '7.2',
  rateUrl: 'https://rates.example/usdt.json',
  ratePath: 'rates.CNY',
  currentRate: '7.1934',
  rateReadAt: '2026-11-16T09:40:00.000Z',
};

const storeViews: readonly View[] = [
  ...fourStates('merchants', '/merchants'),
  merchant('new merchant', '/merchants?new=1', 'filled', { isOverlay: true }),
  ...fourStates('merchant addresses', storePath('addresses'), {}, emptiedAnswers),
  merchant('address', storePath('addresses'), 'edit', overlay('.wallet-rows button:has(.lucide-pencil)')),
  merchant('address', storePath('addresses'), 'all networks added', overlay('.address-head .btn-primary')),
  ...fourStates('merchant details', storePath('details'), {}, emptiedAnswers),
  merchant('exposed secrets', storePath('details'), 'filled', {
    answers: (page) =>
      changed(page, isStore, (reply) => {
        const { store, ...rest } = reply as { store: object };
        return { ...rest, store: { ...store, exposedSecrets: EXPOSED, allowedIps: ['203.0.113.0/24', '2001:db8:85a3:8d3::/64'] } };
      }),
  }),
  merchant('main key addresses', storePath('details'), 'filled', overlay('.key-limits button')),
  merchant('merchant details', storePath('details'), 'epusdt', {
    answers: (page) => changed(page, isEpusdt, (reply) => ({ ...(reply as object), ...EPUSDT_ON })),
    part: '.store-details > .card:last-child',
  }),
  ...fourStates('merchant callbacks', storePath('callbacks'), {}, emptiedAnswers),
  merchant('merchant callbacks', storePath('callbacks'), 'every state', {
    answers: (page, { storeId }) => answered(page, `/store/${storeId}/deliveries`, { content: DELIVERIES, next: 'more' }),
  }),
  merchant('merchant callbacks', storePath('callbacks'), 'send example', {
    isOverlay: true,
    act: async (page) => {
      await page.locator('.key-row .icon-btn').last().click();
      await page.getByRole('menuitem').first().click();
    },
  }),
  merchant('merchant callbacks', storePath('callbacks'), 'add endpoint', overlay('.store-callbacks .card-head .btn')),
  ...fourStates('merchant api log', storePath('api-log'), {}, emptiedAnswers),
  merchant('api calls', storePath('api-log'), 'filled', {
    answers: (page, { storeId }) => answered(page, `/store/${storeId}/api-calls`, { content: API_CALLS, totalElements: API_CALLS.length }),
  }),
  merchant(
    'merchant api log',
    ({ storeId }) => `/manage-merchant?id=${storeId}&tab=api-log&from=2020-01-01&to=2020-01-02&status=5xx`,
    'no match',
  ),
  merchant('merchant network status', storePath('network-status')),
  merchant('manage merchant', '/manage-merchant', 'unknown'),
];

const moneyViews: readonly View[] = [
  ...fourStates('top up', '/top-up'),
  merchant('top up', '/top-up', 'bank', { act: (page) => page.getByRole('radio').nth(1).click() }),
  ...fourStates('top up invoices', '/top-up?tab=invoice'),
  ...fourStates('transactions', '/profile?tab=transaction'),
];

/** Not the list of accounts, which the frame asks for. */
const isTeam = (url: URL): boolean => url.pathname.endsWith('/v1/team');
const TEAM = {
  members: [
    { id: 'mem_01', username: 'linh_nguyen', email: 'linh@corner.example', role: 'manager', addedAt: AT, lastSeenAt: AT },
    {
      id: 'mem_02',
      username: 'quang',
      email: 'quang.accounting.department@corner.example',
      role: 'support',
      addedAt: AT,
      lastSeenAt: null,
    },
  ],
  invitations: [{ id: 'inv_01', email: 'new@corner.example', role: 'read-only', createdAt: AT, expiresAt: '2026-12-16T09:40:00.000Z' }],
};

const isProfile = ({ pathname }: URL): boolean => /\/v1\/user\/[^/]+\/profile$/.test(pathname);
const isSecurity = ({ pathname }: URL): boolean => /\/v1\/user\/[^/]+\/security$/.test(pathname);

const accountViews: readonly View[] = [
  ...fourStates('team', '/team'),
  merchant('team', '/team', 'with people', { answers: (page) => changed(page, isTeam, () => TEAM) }),
  merchant('invite', '/team?invite=1', 'filled', { isOverlay: true }),
  ...fourStates('profile', '/profile'),
  ...fourStates('profile security', '/profile?tab=security'),
  merchant('second factor actions', '/profile?tab=security', 'filled', {
    answers: async (page) => {
      await changed(page, isProfile, (reply) => ({ ...(reply as object), twoFactorEnabled: true, hasPasskey: true }));
      await changed(page, isSecurity, (reply) => ({ ...(reply as object), secondFactorFor: ['addresses', 'keys'] }));
    },
  }),
  merchant('profile password', '/profile?tab=change-password'),
  ...fourStates('statements', '/statements'),
  ...fourStates('audit log', '/audit-log'),
  merchant('audit log', '/audit-log?from=2020-01-01&to=2020-01-02', 'no match'),
  merchant('api', '/api', 'own key'),
  merchant('mailbox', '/sandbox/mailbox', 'signed in'),
];

export const merchantViews: readonly View[] = [...shellViews, ...invoiceViews, ...storeViews, ...moneyViews, ...accountViews];
