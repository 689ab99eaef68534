import { expect, type Page } from '@playwright/test';

let counter = 0;
/** A unique name for every test and run, within the specification's 15 characters. */
export const uniqueName = (): string => {
  counter += 1;
  return `u${Date.now().toString(36)}${counter}${Math.floor(Math.random() * 1000)}`.slice(0, 15);
};

/** The screen itself: the start, which is shown while texts and session are on their way, has a heading too. */
export async function isRendered(page: Page): Promise<void> {
  await expect(page.locator('.splash')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

export const DEMO_MERCHANT = { username: 'demomerchant', password: 'Sandbox-2026!' };

export const signInAsMerchant = (page: Page): Promise<void> => signIn(page, DEMO_MERCHANT.username, DEMO_MERCHANT.password);

export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(/\/login/);
}

/** Typed digit by digit: the boxes advance automatically and the sixth submits. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Digit 1 of 6').click();
  await page.keyboard.type(code, { delay: 30 });
}

const API = '/api/v1';
const PASSWORD = 'Blue-Kettle-42';

export async function newAccount(page: Page): Promise<{ username: string; email: string; password: string }> {
  const username = uniqueName();
  const email = `${username}@example.com`;
  expect((await page.request.post(`${API}/auth/signup`, { data: { username, email, password: PASSWORD } })).status()).toBe(201);
  expect((await page.request.post(`${API}/auth/login`, { form: { username, password: PASSWORD } })).ok()).toBe(true);
  return { username, email, password: PASSWORD };
}

/** Signed in and verified, with an empty account of its own. */
export async function newMerchant(page: Page): Promise<{ username: string; email: string; password: string }> {
  const account = await newAccount(page);
  expect((await page.request.post(`${API}/email-verification/send`)).ok()).toBe(true);
  const mail = await mailTo(page, account.email, ({ text }) => text.includes('/email-verification/verify'));
  const token = new URL(linkIn(mail, '/email-verification/verify')).searchParams.get('token') ?? '';
  expect((await page.request.get(`${API}/email-verification/verify?token=${token}`)).ok()).toBe(true);
  return account;
}

type Mail = { subject: string; text: string; html: string };

/** The sandbox's mails to an address; waits until the worker has delivered a matching one. */
export async function mailTo(page: Pick<Page, 'request'>, address: string, fits: (mail: Mail) => boolean): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(`/api/v1/sandbox/mailbox?to=${encodeURIComponent(address)}`);
        found = ((await answer.json()) as Mail[]).find(fits);
        return found !== undefined;
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  return found as Mail;
}

export function linkIn(mail: Mail, path: string): string {
  const link = mail.text.split(/\s/).find((word) => word.includes(path));
  expect(link, `no link to ${path} in: ${mail.text}`).toBeDefined();
  return link as string;
}
