import { expect, type Page, test } from '@playwright/test';
import { generateSync } from 'otplib';
import { enterCode, linkIn, mailTo, signIn, signOut, uniqueName } from './people';

const FIRST = 'Blue-Kettle-42';
const SECOND = 'Green-Lantern-77';

/** An authenticator's code is accepted once: the next one comes with the next half minute. */
const nextStep = async () => new Promise((resolve) => setTimeout(resolve, 30_000 - (Date.now() % 30_000) + 300));

/** In Arabic the tabs of the verification are wider than a phone: they scroll, and the rest of the dialog stays within it. */
async function expectRoomForLongTabs(page: Page) {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 375, height: 800 });
  const beyond = await page.getByRole('dialog').evaluate((dialog) => {
    const tabs = [...dialog.querySelectorAll('[role="tab"]')].map((tab) => ({ tab, text: tab.textContent }));
    for (const { tab } of tabs) tab.textContent = 'Update your email address';
    const width = dialog.scrollWidth - dialog.clientWidth;
    for (const { tab, text } of tabs) tab.textContent = text;
    return width;
  });
  expect(beyond).toBe(0);
  if (size !== null) await page.setViewportSize(size);
}

test('register, verify, set up two-factor, sign in with a code, change the password, sign in with the new one', async ({ page }) => {
  test.setTimeout(180_000);
  const username = uniqueName();
  const email = `${username}@example.com`;

  await page.goto('/register');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(FIRST);
  await page.getByLabel('Confirm Password').fill(FIRST);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByLabel('Confirm Password')).toBeHidden(); // the address changes before the screen does

  await signIn(page, username, FIRST);
  await expect(page).toHaveURL(/\/verify-email/);
  await expect(page.getByText(email)).toBeVisible();
  await expectRoomForLongTabs(page);
  await page.getByRole('button', { name: 'Send Verification Link' }).click();
  await expect(page.getByText('Verification link sent!')).toBeVisible();
  await expect(page.getByRole('button', { name: /Resend in \d+s/ })).toBeDisabled();
  const verification = await mailTo(page, email, (mail) => mail.text.includes('/email-verification/verify'));
  await page.goto(linkIn(verification, '/email-verification/verify'));
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  await page.goto('/profile?tab=security');
  await page.getByRole('button', { name: 'Enable', exact: true }).click();
  const secret = ((await page.locator('code.secret').textContent()) ?? '').replace(/\s/g, '');
  await page.getByLabel('6-digit code').fill(generateSync({ secret }));
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Disable', exact: true })).toBeVisible();

  await signOut(page);
  await nextStep();
  await signIn(page, username, FIRST);
  await expect(page).toHaveURL(/\/2fa/);
  await enterCode(page, generateSync({ secret }));
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  await page.goto('/profile?tab=change-password');
  await page.getByLabel('Current password').fill(FIRST);
  await page.getByLabel('New password', { exact: true }).fill(SECOND);
  await page.getByLabel('Confirm new password').fill(SECOND);
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByLabel('Current password')).toHaveValue('');

  await page.reload();
  await signOut(page);
  await signIn(page, username, FIRST);
  await expect(page.getByText('Login Failed')).toBeVisible();
  await page.keyboard.press('Escape');
  await nextStep();
  await signIn(page, username, SECOND);
  await expect(page).toHaveURL(/\/2fa/);
  await enterCode(page, generateSync({ secret }));
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('a forgotten password is replaced through the mailed link, once', async ({ page }) => {
  const username = uniqueName();
  const email = `${username}@example.com`;
  const signUp = await page.request.post('/api/v1/auth/signup', { data: { username, email, password: FIRST } });
  expect(signUp.status()).toBe(201);
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  const mail = await mailTo(page, email, ({ text }) => text.includes('/reset-password'));
  const link = linkIn(mail, '/reset-password');
  for (const attempt of ['first', 'second']) {
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill(SECOND);
    await page.getByLabel(/Confirm/).fill(SECOND);
    await page.keyboard.press('Enter');
    if (attempt === 'first') await expect(page).toHaveURL(/\/login/);
    else await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  }
});
