import type { Page } from '@playwright/test';
import { answered, callsTo, empty, failed, held, refused } from './answers';
import type { View } from './view';

const submit = (page: Page) => page.locator('form button[type=submit]').first().click();
const inputs = (page: Page) => page.locator('form input:not([type=checkbox], [type=hidden])');

async function fill(page: Page, ...values: string[]): Promise<void> {
  for (const [index, value] of values.entries()) await inputs(page).nth(index).fill(value);
}

const guest = (screen: string, path: View['path'], state = 'filled', rest: Partial<View> = {}): View => ({
  screen,
  state,
  who: 'guest',
  path,
  ...rest,
});

const signIn = async (page: Page) => {
  await fill(page, 'corner_coffee', 'Wrong-Password-1');
  await submit(page);
};
/** As after the right password of an account with a second step. */
const pendingLogin = (method: string) => (page: Page) =>
  page.addInitScript((step) => {
    sessionStorage.setItem('pendingUsername', 'corner_coffee');
    sessionStorage.setItem('pendingMethod', step);
  }, method);

const signInViews: readonly View[] = [
  guest('login', '/login', 'empty'),
  guest('login', '/login', 'nothing typed', { act: submit }),
  guest('login', '/login', 'busy', { answers: (page) => held(page, callsTo('/auth/login')), act: signIn, isLoading: true }),
  guest('login', '/login', 'refused', { act: signIn, isOverlay: true }),
  guest('login', '/login', 'error', { answers: (page) => failed(page, callsTo('/auth/login')), act: signIn, isOverlay: true }),
  guest('login link', '/login?unlock=sample'),
  guest('login link', '/login?unlock=sample', 'expired', {
    answers: (page) => refused(page, '/auth/whitelist-link/use', 410, 'token_expired'),
    act: (page) => page.locator('main .btn-primary').click(),
  }),
  guest('two factor', '/2fa', 'app', { answers: pendingLogin('totp') }),
  guest('two factor', '/2fa', 'mailed', { answers: pendingLogin('email') }),
  guest('two factor', '/2fa', 'recovery code', {
    answers: pendingLogin('totp'),
    act: (page) => page.locator('button.link').first().click(),
  }),
];

const VERIFY_LINK = '/email-verification/verify?token=sample';
const mailedLink = (isSignUp: boolean) => (page: Page) =>
  answered(page, '/email-verification/link', {
    username: 'corner_coffee',
    email: 'mai@corner.example',
    createDate: '2026-11-16T10:00:00.000Z',
    isSignUp,
    isOwn: false,
    isDone: false,
  });

const verifyLinkViews: readonly View[] = [
  guest('verify link', VERIFY_LINK, 'filled', { answers: mailedLink(true) }),
  guest('verify link', VERIFY_LINK, 'change', { answers: mailedLink(false) }),
  guest('verify link', VERIFY_LINK, 'deleted', {
    answers: async (page) => {
      await mailedLink(true)(page);
      await answered(page, '/email-verification/not-me', { message: 'done' });
    },
    act: (page) => page.locator('main .btn-danger').click(),
  }),
  guest('verify link', VERIFY_LINK, 'loading', { answers: (page) => held(page, callsTo('/email-verification/link')), isLoading: true }),
  guest('verify link', VERIFY_LINK, 'verifying', {
    answers: async (page) => {
      await mailedLink(true)(page);
      await held(page, callsTo('/email-verification/verify'));
    },
    act: (page) => page.locator('main .btn-primary').click(),
    isLoading: true,
  }),
  guest('verify link', VERIFY_LINK, 'error', { answers: (page) => failed(page, callsTo('/email-verification/link')) }),
  guest('verify link', VERIFY_LINK, 'expired', { isOverlay: true }),
];

const accountViews: readonly View[] = [
  guest('register', '/register', 'empty'),
  guest('register', '/register', 'weak', { act: (page) => fill(page, 'corner_coffee', 'mai@corner.example', 'abcd', 'abcde') }),
  guest('register', '/register', 'filled', {
    act: (page) => fill(page, 'corner_coffee', 'mai@corner.example', 'Blue-Kettle-42', 'Blue-Kettle-42'),
  }),
  { screen: 'verify email', state: 'filled', who: 'unverified', path: '/verify-email', isOverlay: true },
  {
    screen: 'verify email',
    state: 'other address',
    who: 'unverified',
    path: '/verify-email',
    isOverlay: true,
    act: (page) => page.getByRole('tab').nth(1).click(),
  },
  ...verifyLinkViews,
  guest('forgot password', '/forgot-password', 'empty'),
  guest('forgot password', '/forgot-password', 'sent', {
    answers: (page) => answered(page, '/auth/forgot-password', { message: 'sent' }),
    act: async (page) => {
      await fill(page, 'mai@corner.example');
      await submit(page);
    },
  }),
  guest('reset password', '/reset-password?token=sample'),
  guest('reset password', '/reset-password', 'expired'),
  guest('account change', ({ change }) => change),
  guest('account change', '/account-change', 'expired'),
  guest('account change', ({ change }) => change, 'loading', {
    answers: (page) => held(page, callsTo('/auth/change-notice')),
    isLoading: true,
  }),
  guest('account change', ({ change }) => change, 'error', { answers: (page) => failed(page, callsTo('/auth/change-notice')) }),
  guest('invitation', ({ invitation }) => invitation),
  { screen: 'invitation', state: 'other account', who: 'newcomer', path: ({ invitation }) => invitation },
  guest('invitation', '/team/invitation?token=sample', 'expired'),
  guest('invitation', ({ invitation }) => invitation, 'loading', {
    answers: (page) => held(page, callsTo('/team/invitation')),
    isLoading: true,
  }),
];

/** Every kind, lasting and over. */
const INCIDENTS = {
  status: 'degraded',
  at: '2026-11-16T10:00:00.000Z',
  networks: [
    { network: 'TRON', name: 'Tron (TRC20)', status: 'active', lagSeconds: 3, lateSeconds: null },
    { network: 'BEP20', name: 'BNB Smart Chain (BEP20)', status: 'lagging', lagSeconds: 240, lateSeconds: 420 },
    { network: 'SOLANA', name: 'Solana', status: 'down', lagSeconds: null, lateSeconds: null },
  ],
  incidents: [
    { id: '5', kind: 'credits_late', network: 'BEP20', since: '2026-11-16T09:50:00.000Z', endedAt: null },
    { id: '4', kind: 'network_stopped', network: 'SOLANA', since: '2026-11-16T09:40:00.000Z', endedAt: null },
    { id: '3', kind: 'callbacks_late', network: null, since: '2026-11-14T20:00:00.000Z', endedAt: '2026-11-14T20:25:00.000Z' },
    { id: '2', kind: 'quorum_lost', network: 'BEP20', since: '2026-11-02T01:00:00.000Z', endedAt: '2026-11-02T03:30:00.000Z' },
    { id: '1', kind: 'mails_late', network: null, since: '2026-10-20T01:00:00.000Z', endedAt: '2026-10-20T01:30:00.000Z' },
  ],
};

const searchDocs = (text: string, shown: string) => async (page: Page) => {
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill(text);
  await page.locator(shown).first().waitFor();
};

const publicViews: readonly View[] = [
  guest('contact', '/contact'),
  guest('contact', '/contact', 'nothing typed', { act: submit }),
  guest('contact location', '/contact?tab=location'),
  guest('terms', '/terms'),
  guest('privacy', '/privacy'),
  guest('status', '/status'),
  guest('status', '/status', 'incidents', { answers: (page) => answered(page, '/status', INCIDENTS) }),
  guest('status', '/status', 'loading', { answers: (page) => held(page, callsTo('/status')), isLoading: true }),
  guest('status', '/status', 'error', { answers: (page) => failed(page, callsTo('/status')) }),
  guest('api', '/api'),
  // The whole reference takes minutes to check: its calls all look alike, so those of one path stand for them.
  guest('docs', '/docs?q=payment/invoice'),
  guest('docs', '/docs?q=nothingiscalledlikethis', 'no match'),
  guest('docs errors', '/docs/errors#insufficient_balance'),
  guest('docs search', '/docs/guides', 'found', { act: searchDocs('balance', '[role=option]'), isOverlay: true }),
  guest('docs search', '/docs/guides', 'nothing found', {
    act: searchDocs('qqqqq', '[role=status] > .empty'),
    isOverlay: true,
  }),
  guest('docs guides', '/docs/guides'),
  guest('docs guide', '/docs/guides/migrate-nowpayments'),
  guest('docs guide', '/docs/guides/nothing', 'missing'),
  guest('events', '/events'),
  guest('docs', '/docs', 'loading', { answers: (page) => held(page, isReference), isLoading: true }),
  guest('docs', '/docs', 'error', { answers: (page) => failed(page, isReference) }),
  guest('mailbox', '/sandbox/mailbox'),
  guest('mailbox', '/sandbox/mailbox', 'empty', { answers: (page) => empty(page) }),
  guest('mailbox', '/sandbox/mailbox?to=nobody', 'no match', { answers: (page) => empty(page) }),
  guest('mailbox', '/sandbox/mailbox', 'loading', { answers: (page) => held(page), isLoading: true }),
  guest('mailbox', '/sandbox/mailbox', 'error', { answers: (page) => failed(page) }),
  guest('start', '/register', 'loading', { answers: (page) => held(page, callsTo('/auth')), isLoading: true }),
  guest('start', '/login', 'error', { answers: (page) => failed(page, callsTo('/auth/translations')) }),
  guest('session', '/', 'error', { answers: (page) => failed(page, (url) => url.pathname.endsWith('/api/v1/auth')) }),
];

function isReference(url: URL): boolean {
  return /openapi/.test(url.pathname);
}

export const guestViews: readonly View[] = [...signInViews, ...accountViews, ...publicViews];
