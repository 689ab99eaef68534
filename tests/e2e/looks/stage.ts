import { type APIRequestContext, type Browser, type BrowserContext, expect } from '@playwright/test';
import { freshAddresses } from '../addresses';
import { call, makeLostTransfer, signInByCall } from '../admin-data';
import { API, openInvoice } from '../bills';
import { linkIn, mailTo, uniqueName } from '../people';
import type { Who } from './view';

const PASSWORD = 'Sandbox-2026!';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;
type ListedInvoice = { transId: string; status: string; flags: string[] };

/** Everybody and everything that the views need, made once per worker. */
export type Stage = {
  readonly sessions: Readonly<Record<Who, StorageState>>;
  readonly storeId: string;
  /** An invoice of each status, by status or flag. */
  readonly invoices: Readonly<Record<string, string>>;
  readonly billId: string;
  readonly invitation: string;
  readonly change: string;
};

const pathOf = (link: string): string => link.slice(new URL(link).origin.length);

async function signUp(context: BrowserContext, isVerified: boolean): Promise<string> {
  const username = uniqueName();
  const email = `${username}@example.com`;
  await call(context.request, '/auth/signup', { username, email, password: PASSWORD });
  await signInByCall(context.request, username);
  if (!isVerified) return email;
  await call(context.request, '/email-verification/send', {});
  const page = await context.newPage();
  const mail = await mailTo(page, email, ({ text }) => text.includes('/email-verification/verify'));
  const token = new URL(linkIn(mail, '/email-verification/verify')).searchParams.get('token') ?? '';
  const verified = await context.request.get(`${API}/email-verification/verify?token=${encodeURIComponent(token)}`);
  expect(verified.ok(), await verified.text()).toBe(true);
  await page.close();
  return email;
}

async function read<T>(request: APIRequestContext, path: string): Promise<T> {
  const answer = await request.get(API + path);
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true);
  return answer.json() as Promise<T>;
}

/** The link of the mail about a change, as somebody else would get it. */
async function makeChange(context: BrowserContext): Promise<string> {
  const email = await signUp(context, true);
  const store = await call<{ id: string }>(context.request, '/store', { name: 'Corner Coffee' });
  await call(context.request, '/wallet', { storeId: store.id, network: 'POLYGON', address: freshAddresses()['Polygon POS'] });
  const page = await context.newPage();
  const mail = await mailTo(page, email, ({ text }) => text.includes('/account-change'));
  await page.close();
  return pathOf(linkIn(mail, '/account-change'));
}

async function makeInvitation(context: BrowserContext): Promise<string> {
  const email = `${uniqueName()}@example.com`;
  await call(context.request, '/team/invitations', { email, role: 'support' });
  const page = await context.newPage();
  const mail = await mailTo(page, email, ({ text }) => text.includes('/team/invitation'));
  await page.close();
  return pathOf(linkIn(mail, '/team/invitation'));
}

/** Every person of the list; none of them acts twice with the same session. */
async function openContexts(browser: Browser, baseURL: string) {
  const open = () => browser.newContext({ baseURL });
  const [guest, unverified, newcomer, merchant, admin, other] = await Promise.all([open(), open(), open(), open(), open(), open()]);
  return { people: { guest, unverified, newcomer, merchant, admin } satisfies Record<Who, BrowserContext>, other };
}

async function statesOf(people: Record<Who, BrowserContext>): Promise<Record<Who, StorageState>> {
  const entries = await Promise.all(Object.entries(people).map(async ([who, context]) => [who, await context.storageState()] as const));
  return Object.fromEntries(entries) as Record<Who, StorageState>;
}

async function setStage(browser: Browser, baseURL: string): Promise<Stage> {
  const { people, other } = await openContexts(browser, baseURL);
  const { request } = people.merchant;
  await Promise.all([signUp(people.unverified, false), signUp(people.newcomer, true), signInByCall(people.admin.request, 'demoadmin')]);
  await makeLostTransfer(request);
  const [change, invitation] = await Promise.all([makeChange(other), makeInvitation(people.merchant)]);
  const stores = await read<{ id: string }[]>(request, '/store');
  const { content } = await read<{ content: ListedInvoice[] }>(request, '/invoice?size=100');
  const { transId: billId } = await openInvoice(request, { name: 'Order 10420', description: 'Grinder spare burr set' });
  const sessions = await statesOf(people);
  await Promise.all([...Object.values(people), other].map((context) => context.close()));
  return {
    sessions,
    storeId: stores.at(-1)?.id ?? '',
    invoices: Object.fromEntries(content.flatMap(({ transId, status, flags }) => [status, ...flags].map((word) => [word, transId]))),
    billId,
    invitation,
    change,
  };
}

let stage: Promise<Stage> | undefined;
export const stageOf = (browser: Browser, baseURL: string): Promise<Stage> => {
  stage ??= setStage(browser, baseURL);
  return stage;
};
