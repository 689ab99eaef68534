import { expect, type Page, test } from '@playwright/test';
import { signIn, signOut, uniqueName } from './people';

const PASSWORD = 'Blue-Kettle-42';

/** Chromium's own authenticator in software, with a finger that is always right. */
async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const;
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, isUserVerified: true, automaticPresenceSimulation: true } });
}

test('a passkey is added, signs in without a password, and is required beside it', async ({ page }) => {
  const username = uniqueName();
  const account = { username, email: `${username}@example.com`, password: PASSWORD };
  expect((await page.request.post('/api/v1/auth/signup', { data: account })).status()).toBe(201);
  await addAuthenticator(page);
  await signIn(page, username, PASSWORD);
  await expect(page).toHaveURL(/\/verify-email/);
  const mail = await page.request.post('/api/v1/email-verification/send');
  expect(mail.ok()).toBe(true);
  let token = '';
  await expect
    .poll(async () => {
      const mails = (await (await page.request.get(`/api/v1/sandbox/mailbox?to=${account.email}`)).json()) as { text: string }[];
      token = mails.map(({ text }) => /verify\?token=([\w-]+)/.exec(text)?.[1] ?? '').find((each) => each !== '') ?? '';
      return token;
    })
    .not.toBe('');
  await page.goto(`/email-verification/verify?token=${token}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  await page.goto('/profile?tab=security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Please enter a name for this passkey.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Work laptop');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Work laptop' });
  await expect(row).toContainText('Never used');

  await signOut(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  await page.goto('/profile?tab=security');
  await expect(row).toContainText('Last used');
  await page.getByRole('switch', { name: 'Require two-factor authentication' }).click();
  await expect(page.getByText('Security settings updated')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Work laptop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Please add another second factor before you remove this one.')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();

  await signOut(page);
  await signIn(page, username, PASSWORD);
  await expect(page).toHaveURL(/\/2fa/);
  await expect(page.getByText('Your account requires a passkey.')).toBeVisible();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});
