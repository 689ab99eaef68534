import { expect, type Page, test } from '@playwright/test';
import { API } from './bills';
import { linkIn, mailTo, newAccount, signIn } from './people';

/** A stranger signs up with the address of somebody, whose browser is signed in nowhere. */
async function signedUpByStranger(page: Page) {
  const account = await newAccount(page);
  expect((await page.request.post(`${API}/email-verification/send`)).ok()).toBe(true);
  const link = linkIn(
    await mailTo(page, account.email, ({ text }) => text.includes('/email-verification/verify')),
    '/email-verification/verify',
  );
  return { ...account, link };
}

const isVerified = async (page: Page): Promise<boolean> =>
  ((await (await page.request.get(`${API}/auth`)).json()) as { emailVerified: boolean }).emailVerified;

test('opening the link of a stranger verifies nothing; the owner of the mailbox deletes the sign-up', async ({ page, browser }) => {
  const { username, email, password, link } = await signedUpByStranger(page);
  const mailbox = await browser.newPage();
  await mailbox.goto(link);
  await expect(mailbox.getByRole('heading', { level: 1, name: 'Verify your email' })).toBeVisible();
  await expect(mailbox.getByText(username, { exact: true })).toBeVisible();
  await expect(mailbox.getByText(email)).toBeVisible();
  expect(await isVerified(page)).toBe(false);

  await mailbox.getByRole('button', { name: 'Delete this sign-up' }).click();
  await expect(mailbox.getByRole('heading', { level: 1, name: 'The sign-up was deleted' })).toBeVisible();
  await page.context().clearCookies();
  await signIn(page, username, password);
  await expect(page.getByText('Login Failed')).toBeVisible();

  await mailbox.goto(link);
  await expect(mailbox.getByText('This link has expired')).toBeVisible();
  await expect(mailbox).toHaveURL(/\/login/);
  await mailbox.close();
});

test('on another device, such as a phone, one click verifies', async ({ page, browser }) => {
  const { username, link } = await signedUpByStranger(page);
  const phone = await browser.newPage();
  await phone.goto(link);
  await expect(phone.getByText(username, { exact: true })).toBeVisible();
  await phone.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(phone.getByText('Your email is verified.')).toBeVisible();
  expect(await isVerified(page)).toBe(true);
  await phone.close();
});
