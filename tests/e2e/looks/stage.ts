import { type APIRequestContext, expect, request as requests } from '@playwright/test';
import { freshAddresses } from '../addresses';
import { call, makeLostTransfer, signInByCall } from '../admin-data';
import { API, openInvoice } from '../bills';
import { linkIn, mailTo, uniqueName } from '../people';

const PASSWORD = 'Sandbox-2026!';

type StorageState = Awaited<ReturnType<APIRequestContext['storageState']>>;
type ListedInvoice = { transId: string; status: string; flags: string[] };

/** newcomer: verified, with nothing yet · unverified: signed up a moment ago. */
export type Who = 'guest' | 'unverified' | 'newcomer' | 'merchant' | 'admin';

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

/** So that the last one of a status is the plain one: of those that wait, not the one that is partly paid. */
const flaggedFirst = (invoices: readonly ListedInvoice[]): readonly ListedInvoice[] =>
  invoices.toSorted((a, b) => b.flags.length - a.flags.length);

const pathOf = (link: string): string => link.slice(new URL(link).origin.length);

async function signUp(request: APIRequestContext, isVerified: boolean): Promise<string> {
  const username = uniqueName();
  const email = `${username}@example.com`;
  await call(request, '/auth/signup', { username, email, password: PASSWORD });
  await signInByCall(request, username);
  if (!isVerified) return email;
  await call(request, '/email-verification/send', {});
  const mail = await mailTo({ request }, email, ({ text }) => text.includes('/email-verification/verify'));
  const token = new URL(linkIn(mail, '/email-verification/verify')).searchParams.get('token') ?? '';
  const verified = await request.get(`${API}/email-verification/verify?token=${encodeURIComponent(token)}`);
  expect(verified.ok(), await verified.text()).toBe(true);
  return email;
}

async function read<T>(request: APIRequestContext, path: string): Promise<T> {
  const answer = await request.get(API + path);
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true);
  return answer.json() as Promise<T>;
}

/** The link of the mail about a change, as somebody else would get it. */
async function makeChange(request: APIRequestContext): Promise<string> {
  const email = await signUp(request, true);
  const store = await call<{ id: string }>(request, '/store', { name: 'Corner Coffee' });
  await call(request, '/wallet', { storeId: store.id, network: 'POLYGON', address: freshAddresses()['Polygon POS'] });
  return pathOf(linkIn(await mailTo({ request }, email, ({ text }) => text.includes('/account-change')), '/account-change'));
}

async function makeInvitation(request: APIRequestContext): Promise<string> {
  const email = `${uniqueName()}@example.com`;
  await call(request, '/team/invitations', { email, role: 'support' });
  return pathOf(linkIn(await mailTo({ request }, email, ({ text }) => text.includes('/team/invitation')), '/team/invitation'));
}

async function statesOf(people: Record<Who, APIRequestContext>): Promise<Record<Who, StorageState>> {
  const entries = await Promise.all(Object.entries(people).map(async ([who, request]) => [who, await request.storageState()] as const));
  return Object.fromEntries(entries) as Record<Who, StorageState>;
}

/** By calls alone, without a browser: a sign-in costs milliseconds then. */
async function setStage(baseURL: string, isShared: boolean): Promise<Stage> {
  const open = () => requests.newContext({ baseURL });
  const people = { guest: await open(), unverified: await open(), newcomer: await open(), merchant: await open(), admin: await open() };
  const [{ merchant }, other] = [people, await open()];
  await Promise.all([signUp(people.unverified, false), signUp(people.newcomer, true), signInByCall(people.admin, 'demoadmin')]);
  if (isShared) await signInByCall(merchant, 'demomerchant');
  else await makeLostTransfer(merchant);
  const change = await makeChange(other);
  const invitation = await makeInvitation(other); // not the demo merchant's: a team has a limit, and every worker sets its stage
  const stores = await read<{ id: string }[]>(merchant, '/store');
  const { content } = await read<{ content: ListedInvoice[] }>(merchant, '/invoice?size=100');
  const { transId: billId } = isShared
    ? { transId: '' }
    : await openInvoice(merchant, { name: 'Order 10420', description: 'Grinder spare burr set' }, { minutes: 60 });
  const sessions = await statesOf(people);
  await Promise.all([...Object.values(people), other].map((context) => context.dispose()));
  return {
    sessions,
    storeId: stores.at(-1)?.id ?? '',
    invoices: Object.fromEntries(
      flaggedFirst(content).flatMap(({ transId, status, flags }) => [status, ...flags].map((word) => [word, transId])),
    ),
    billId,
    invitation,
    change,
  };
}

let stage: Promise<Stage> | undefined;
export const stageOf = (baseURL: string): Promise<Stage> => {
  stage ??= setStage(baseURL, false);
  return stage;
};
/** In a sandbox where other tests look at the demo merchant's lists and the back office's: nothing is added to them, and there is no bill. */
export const setSharedStage = (baseURL: string): Promise<Stage> => {
  stage ??= setStage(baseURL, true);
  return stage;
};
