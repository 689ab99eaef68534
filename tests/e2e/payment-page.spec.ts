import { expect, type Page, test } from '@playwright/test';
import { API, openInvoice, PHONE, pay, viewOf } from './bills';

async function expectAboveTheFold(page: Page): Promise<void> {
  const parts = [page.getByTestId('amount'), page.getByRole('combobox', { name: 'Network' }), page.getByRole('img', { name: 'QR code' })];
  for (const part of [...parts, page.getByTestId('address'), page.getByRole('timer'), page.getByText('Watching for your payment')]) {
    const box = await part.boundingBox();
    expect(box, String(part)).not.toBeNull();
    expect((box?.y ?? 0) + (box?.height ?? 0), String(part)).toBeLessThanOrEqual(PHONE.height);
  }
}

test('a customer on a small phone sees everything needed, pays, and sees the result', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const { transId, address, storeName } = await openInvoice(page.request);
  await page.goto(`/bill/${transId}`);

  await expect(page.getByRole('heading', { name: 'SEND CRYPTO' })).toBeVisible();
  const { amount } = await viewOf(page.request, transId);
  await expect(page.getByTestId('amount')).toHaveText(`${amount} USDT`);
  await expect(page.getByTestId('address')).toHaveText(new RegExp(`^${address}$`, 'i'));
  await expect(page.getByRole('combobox', { name: 'Network' })).toHaveValue('BEP20');
  await expect(page.getByRole('timer')).toHaveText(/1[45]:\d\d$/);
  await expect(page).toHaveTitle(`${amount} USDT · ${storeName}`);
  await expectAboveTheFold(page);

  await pay(page.request, transId, 'exact');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('You have successfully completed the payment. Thank you!')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Website' })).toHaveAttribute('href', 'https://example.com/thanks');
  await expect(page).toHaveTitle(`Paid · ${storeName}`);
});

test('too little, sent by the test panel, is safe: the page asks for the remainder, which completes it', async ({ page }) => {
  const { transId } = await openInvoice(page.request);
  await page.goto(`/bill/${transId}`);
  await page.getByRole('button', { name: 'Pay too little' }).click();
  await expect(page.getByText('Partly paid')).toBeVisible({ timeout: 30_000 });
  const { due } = await viewOf(page.request, transId);
  await expect(page.getByTestId('amount')).toHaveText(`${due} USDT`);
  await page.getByRole('button', { name: 'Pay exactly' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 30_000 });
});

test('a server that does not answer is never an outcome; an unknown invoice is expired', async ({ page }) => {
  const { transId } = await openInvoice(page.request);
  await page.routeWebSocket(/\/api\/v1\/ws\//, (socket) => socket.close());
  await page.goto(`/bill/${transId}`);
  await expect(page.getByTestId('address')).toBeVisible();
  await page.route(`**${API}/payment/*`, (route) => route.abort());
  await expect(page.locator('.offline')).toContainText('Reconnecting.', { timeout: 30_000 });
  await expect(page.getByTestId('address')).toBeVisible();
  // Pressed while nothing answers: the page also asks by itself, and once it has an answer the button is gone.
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.unrouteAll();
  await expect(page.getByText('Watching for your payment')).toBeVisible({ timeout: 30_000 });

  await page.goto('/bill/doesnotexistdoesnotexist');
  await expect(page.getByRole('heading', { name: 'Payment Expired!' })).toBeVisible();
});

test('the language is picked, kept, and used on the whole page; the test panel is labelled as such', async ({ page }) => {
  const { transId } = await openInvoice(page.request);
  await page.goto(`/bill/${transId}`);
  await expect(page.getByRole('complementary', { name: 'TEST MODE' }).getByRole('button', { name: 'Pay exactly' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('vi');
  await expect(page.getByText('Lưu ý quan trọng')).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
  await expect(page.getByText('Lưu ý quan trọng')).toBeVisible();
});
