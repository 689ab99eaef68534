import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InvitedRole } from '@stablegate/contract';
import type { Answer, Target } from './target';

export const PASSWORD = 'Blue-Kettle-42';

export type Person = {
  readonly username: string;
  readonly email: string;
  readonly userId: string;
  /** Of the session, to send with a call. */
  readonly cookie: string;
  ask<T = Record<string, string>>(method: string, path: string, body?: object): Promise<T>;
};

const JSON_TYPE = { 'content-type': 'application/json' };
const MAIL_MS_MAX = 30_000;
const MAIL_PAUSE_MS = 50;

/** What the suite needs to succeed before it can attack anything. */
export function expectDone({ status, text }: Answer, what: string): Answer {
  if (status >= 300) throw new Error(`${what} answers ${status}: ${text.slice(0, 300)}`);
  return { status, text, headers: {}, code: undefined };
}

const cookiesOf = ({ headers }: Answer): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((each) => each.split(';')[0])
    .join('; ');

export async function signIn(target: Target, { username, password }: { username: string; password: string }): Promise<Person> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ username, password }).toString();
  const answer = await target.send({ method: 'POST', path: '/auth/login', headers, body });
  expectDone(answer, `the sign-in of ${username}`);
  const cookie = cookiesOf(answer);
  const { userId, email } = JSON.parse((await target.send({ method: 'GET', path: '/auth', headers: { cookie } })).text);
  if (userId === null) throw new Error(`${username} is not signed in: ${answer.text}`);
  const ask: Person['ask'] = async (method, path, sent) => {
    const call = {
      method,
      path,
      headers: { cookie, 'x-language': 'en', ...(sent === undefined ? {} : JSON_TYPE) },
      body: sent && JSON.stringify(sent),
    };
    const { text } = expectDone(await target.send(call), `${method} ${path}`);
    return text === '' ? {} : JSON.parse(text);
  };
  return { username, email, userId, cookie, ask };
}

export async function isSignedIn(target: Target, { cookie }: Person): Promise<boolean> {
  const { text } = await target.send({ method: 'GET', path: '/auth', headers: { cookie } });
  return JSON.parse(text).isAuthenticated;
}

/** The newest mail to this address about this. */
export async function mailAbout(target: Target, address: string, subject: RegExp): Promise<string> {
  for (const end = Date.now() + MAIL_MS_MAX; Date.now() < end; await sleep(MAIL_PAUSE_MS)) {
    const mail = (await target.mailsTo(address)).findLast((each) => subject.test(each.subject));
    if (mail !== undefined) return mail.text;
  }
  throw new Error(`no mail to ${address} about ${subject}`);
}

export function tokenIn(text: string): string {
  const [, token] = /[?&#](?:token|unlock)=([\w-]+)/.exec(text) ?? [];
  if (token === undefined) throw new Error(`no link in: ${text.slice(0, 500)}`);
  return token;
}

/** Names differ from run to run: the server may have seen the last one. */
export const newName = (role: string): string => `${role.replace(/\W/g, '').slice(0, 6)}_${randomBytes(4).toString('hex')}`;

export async function signUp(target: Target, role: string): Promise<Person> {
  const username = newName(role);
  const email = `${username}@example.com`;
  const body = JSON.stringify({ username, email, password: PASSWORD });
  expectDone(await target.send({ method: 'POST', path: '/auth/signup', headers: JSON_TYPE, body }), 'the sign-up');
  return signIn(target, { username, password: PASSWORD });
}

/** With a verified address, as most attackers are. */
export async function newMerchant(target: Target, role: string): Promise<Person> {
  const person = await signUp(target, role);
  await person.ask('POST', '/email-verification/send');
  const token = tokenIn(await mailAbout(target, person.email, /verify your email/i));
  expectDone(await target.send({ method: 'GET', path: `/email-verification/verify?token=${token}` }), 'the verification');
  return person;
}

/** Somebody who works for the owner's account in this role. */
export async function newMember(target: Target, owner: Person, role: InvitedRole): Promise<Person> {
  const member = await newMerchant(target, role);
  await owner.ask('POST', '/team/invitations', { email: member.email, role });
  const token = tokenIn(await mailAbout(target, member.email, /invites you/i));
  await member.ask('POST', '/team/invitation/accept', { token });
  return member;
}
