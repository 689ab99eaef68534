import { expect, type Page } from '@playwright/test';

let counter = 0;
/** A unique name for every test and run, within the specification's 15 characters. */
export const uniqueName = (): string => {
  counter += 1;
  return `u${Date.now().toString(36)}${counter}${Math.floor(Math.random() * 1000)}`.slice(0, 15);
};

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
