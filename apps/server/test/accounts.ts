import { ACCOUNT_CHANGES } from '@stablegate/contract';
import { expect, vi } from 'vitest';
import type { UserId } from '../src/platform/id-types';
import type { Mail } from '../src/platform/mail/mailer';
import type { Browser, TestApp } from './app';

export const PASSWORD = 'Blue-Kettle-42';

/** Signed up and signed in, with an unverified e-mail. */
export async function newUser(app: TestApp, username: string): Promise<Browser & { readonly email: string; readonly userId: UserId }> {
  const browser = app.browser();
  const email = `${username}@example.com`;
  expect((await browser.post('/auth/signup', { username, email, password: PASSWORD })).statusCode).toBe(201);
  expect((await browser.form('/auth/login', { username, password: PASSWORD })).statusCode).toBe(200);
  const { userId } = (await browser.get('/auth')).json<{ userId: UserId }>();
  return { ...browser, email, userId };
}

/** Mails about business, without the notices of an account's changes. */
export const isBusiness = ({ subject }: Mail): boolean => !Object.values<string>(ACCOUNT_CHANGES).includes(subject);

/** The newest mail to this address, once `count` have arrived. The app needs the worker role. */
export async function waitForMail(app: TestApp, to: string, count = 1, fits: (mail: Mail) => boolean = () => true): Promise<Mail> {
  return vi.waitFor(
    () => {
      const mails = app.mailer.sent.filter((mail) => mail.to === to && fits(mail));
      if (mails.length < count) throw new Error(`${mails.length} of ${count} mails to ${to}`);
      return mails[count - 1] as Mail;
    },
    { timeout: 15_000, interval: 50 },
  );
}

/** The token of the link in a mail. */
export function tokenIn(mail: Mail): string {
  const [, token] = /[?&](?:token|unlock)=([\w-]+)/.exec(mail.text) ?? [];
  if (token === undefined) throw new Error(`no link in: ${mail.text}`);
  return token;
}
