import { expect, test } from '@playwright/test';
import { API, openInvoice, pay } from '../bills';

const PHONE = { width: 320, height: 568 };

test('the point of sale shows a QR code for the typed amount, turns green when it is paid, and takes the next sale', async ({ page }) => {
  const { storeName } = await openInvoice(page.request); // signs in; the newest store has addresses
  await page.setViewportSize(PHONE);
  await page.goto('/pos');
  await page.getByRole('combobox', { name: 'Merchant' }).click();
  await page.getByRole('option', { name: storeName }).click();
  for (const key of ['1', '2', '.', '5', '5']) await page.getByRole('button', { name: key, exact: true }).click();
  await page.getByRole('button', { name: 'Remove the last digit' }).click();
  await expect(page.getByLabel('Amount')).toHaveValue('12.5');
  const made = page.waitForResponse((answer) => answer.url().endsWith(`${API}/invoice`));
  await page.getByRole('button', { name: 'Charge' }).click();
  const { transId }: { transId: string } = await (await made).json();
  await expect(page.getByRole('status').filter({ hasText: 'Waiting for the payment' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of the payment link' })).toBeVisible();
  await page.getByRole('radio', { name: 'BEP20' }).check();
  await expect(page.getByRole('img', { name: 'QR code of the address' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);

  const groundOf = () => page.locator('.pos-ground').evaluate((ground) => getComputedStyle(ground).backgroundColor);
  const before = await groundOf();
  await pay(page.request, transId, 'exact');
  await expect(page.getByRole('status').filter({ hasText: /^Paid$/ })).toBeVisible();
  expect(await groundOf()).not.toBe(before);
  const next = page.getByRole('button', { name: 'New sale' });
  await expect(next).toBeFocused();
  await page.keyboard.press('Enter');

  await page.keyboard.type('3,20'); // from a keyboard, with a comma
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Waiting for the payment' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Amount')).toHaveValue('');
});
