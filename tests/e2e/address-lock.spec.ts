import { randomBytes } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { API } from './bills';
import { linkIn, mailTo, signIn, uniqueName } from './people';

const PASSWORD = 'Blue-Kettle-42';
const evmAddress = (): string => `0x${randomBytes(20).toString('hex')}`;

/** Signed in, with a verified e-mail, a store and its first address. */
async function openShop(page: Page) {
  const username = uniqueName();
  const email = `${username}@example.com`;
  await page.request.post(`${API}/auth/signup`, { data: { username, email, password: PASSWORD } });
  await signIn(page, username, PASSWORD);
  await expect(page).toHaveURL(/\/verify-email/);
  await page.request.post(`${API}/email-verification/send`);
  await page.goto(
    linkIn(await mailTo(page, email, ({ text }) => text.includes('/email-verification/verify')), '/email-verification/verify'),
  );
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const { id } = await (await page.request.post(`${API}/store`, { data: { name: 'Tea house' } })).json();
  const first = evmAddress();
  expect((await page.request.post(`${API}/wallet`, { data: { storeId: id, network: 'BEP20', address: first } })).status()).toBe(201);
  return { username, email, id, first };
}

async function changeAddress(page: Page, id: string): Promise<string> {
  const address = evmAddress();
  await page.goto(`/manage-merchant?id=${id}`);
  await page.getByRole('button', { name: 'Edit BNB Smart Chain (BEP20) address' }).click();
  await page.getByRole('dialog').getByLabel('Address', { exact: true }).fill(address);
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: false }).click();
  await expect(page.getByText('New invoices use')).toBeVisible();
  return address;
}

test('a changed address waits, is mailed, and is cancelled from the mail; "this was not me" ends everything', async ({ page }) => {
  test.setTimeout(240_000);
  const { email, id, first, username } = await openShop(page);

  await test.step('the owner wants a day to notice', async () => {
    await page.goto('/profile?tab=security');
    await page.getByRole('combobox', { name: 'Waiting time' }).click();
    await page.getByRole('option', { name: '24 h' }).click();
    await expect(page.getByText('Security settings updated')).toBeVisible();
  });

  await test.step('the change waits, and the mail cancels it', async () => {
    const wanted = await changeAddress(page, id);
    await expect(page.getByText(wanted, { exact: false })).toBeVisible();
    await expect(page.getByText(first, { exact: false })).toBeVisible();
    const mail = await mailTo(page, email, ({ subject }) => subject === 'A receiving address is about to change');
    expect(mail.text).toMatch(/Device: .*Chrome/);
    await page.goto(linkIn(mail, '/account-change'));
    await expect(page.getByRole('heading', { name: 'A receiving address is about to change' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel this change' }).click();
    await expect(page.getByText('The change was cancelled.')).toBeVisible();
    await page.goto(`/manage-merchant?id=${id}`);
    await expect(page.getByText(first, { exact: false })).toBeVisible();
    await expect(page.getByText('New invoices use')).toBeHidden();
  });

  await test.step('"this was not me" signs everyone out and freezes addresses', async () => {
    const before = await (await page.request.get(`${API}/sandbox/mailbox?to=${encodeURIComponent(email)}`)).json();
    await changeAddress(page, id);
    const isNew = (mail: { text: string; subject: string }) =>
      mail.subject === 'A receiving address is about to change' && !before.some((old: { text: string }) => old.text === mail.text);
    await page.goto(linkIn(await mailTo(page, email, isNew), '/account-change'));
    await page.getByRole('button', { name: 'Sign everyone out and freeze addresses' }).click();
    await expect(page.getByRole('heading', { name: 'Your account is secured' })).toBeVisible();
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login/);
  });

  await test.step('the owner comes back by the mailed link and lifts the freeze', async () => {
    await page.goto(linkIn(await mailTo(page, email, ({ text }) => text.includes('/reset-password?token=')), '/reset-password'));
    await page.getByLabel('New password', { exact: true }).fill('Green-Lantern-77');
    await page.getByLabel('Confirm Password').fill('Green-Lantern-77');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, username, 'Green-Lantern-77');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await page.goto('/profile?tab=security');
    await expect(page.getByText('Receiving addresses are frozen')).toBeVisible();
    await page.getByRole('button', { name: 'Lift the freeze' }).click();
    await expect(page.getByText('Receiving addresses are frozen')).toBeHidden();
  });
});
