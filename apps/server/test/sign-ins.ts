import { DAY_MS, MINUTE_MS } from '@stablegate/rules';
import { generateSync } from 'otplib';
import { expect, vi } from 'vitest';
import type { Clock } from '../src/platform/clock';
import type { Mail } from '../src/platform/mail/mailer';
import { PASSWORD, tokenIn } from './accounts';
import type { Browser, TestApp } from './app';
import type { Merchant } from './stores';

/** The code of an authenticator app at this time. */
export const appCode = (secret: string, at: Date): string => generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) });

export const signIn = (browser: Browser, username: string, more: Record<string, string> = {}) =>
  browser.form('/auth/login', { username, password: PASSWORD, ...more });

export const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.get('/auth')).json().isAuthenticated;

/** Enables the authenticator app; its code is used up, so the next one is a step later. */
export async function enableTwoFactor(browser: Browser, clock: Clock): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await browser.post('/2fa/enable')).json();
  const answer = await browser.form('/2fa/verify-enable', { code: appCode(secret, clock.now()) });
  expect(answer.statusCode).toBe(200);
  return { secret, recoveryCodes: answer.json().recoveryCodes };
}

/** The newest mail with this subject, after the first `after` ones. The app needs the worker role. */
export function mailAbout(app: TestApp, to: string, subject: RegExp, after = 0): Promise<Mail> {
  const find = () => {
    const mail = app.mailer.sent.slice(after).findLast((sent) => sent.to === to && subject.test(sent.subject));
    if (mail === undefined) throw new Error(`no mail to ${to} about ${subject}`);
    return mail;
  };
  return vi.waitFor(find, { timeout: 15_000, interval: 50 });
}

/** "This was not me", in the newest mail about this. */
export async function notMe(app: TestApp, { email }: Merchant, subject: RegExp): Promise<void> {
  const { text } = await mailAbout(app, email, subject);
  const token = /account-change#([\w-]+)/.exec(text)?.[1] ?? '';
  expect((await app.browser().post('/auth/change-notice/not-me', { token })).statusCode).toBe(200);
}

/** And a new password. */
export async function reportTheft(app: TestApp, owner: Merchant, name: string, subject: RegExp): Promise<void> {
  await notMe(app, owner, subject);
  const reset = tokenIn(await mailAbout(app, owner.email, /^Reset your password$/));
  expect((await app.browser().post('/auth/reset-password', { token: reset, password: PASSWORD })).statusCode).toBe(200);
  expect((await signIn(owner, name)).statusCode).toBe(200);
}

/** The log is append-only and has the database's time: what came before this moment is made to be older than seven days. */
export function markWeek(clock: { set(time: string): void }): () => void {
  const at = Date.now();
  clock.set(new Date(at + MINUTE_MS).toISOString()); // what is mailed from now on still works then
  return () => clock.set(new Date(at + 7 * DAY_MS).toISOString());
}
