import { expect, test } from '@playwright/test';
import { API, openInvoice, pay } from '../bills';

test('an invoice paid twice: the second payment goes back, and the proof is shown', async ({ page }) => {
  test.setTimeout(240_000);
  const { transId } = await openInvoice(page.request, { amount: '10' });
  await pay(page.request, transId, 'double');
  const overview = async () => (await page.request.get(`${API}/invoice/${transId}/refunds`)).json();
  await expect.poll(async () => (await overview()).suggestions[0]?.reason, { timeout: 60_000 }).toBe('double'); // both are final

  await page.goto(`/invoice-details/${transId}`);
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Refunds to the customer' }) });
  await card.getByRole('button', { name: 'Refund' }).click({ timeout: 60_000 });
  const dialog = page.getByRole('dialog', { name: 'Refund' });
  await expect(dialog.getByLabel('Reason')).toHaveText('Paid twice');
  const amount = await dialog.getByLabel('Amount').inputValue();
  expect(amount).toMatch(/^10\.05/);
  expect(await dialog.getByLabel('Address of the customer').inputValue()).toMatch(/^0x[0-9a-fA-F]{40}$/);
  await expect(dialog.getByText('Ask the customer for an address: money sent back to an exchange may never reach them.')).toBeVisible();
  await expect(dialog.getByText('The fee of this invoice stays as it is.')).toBeVisible();

  await dialog.getByLabel('Amount').fill('1000');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('This is more than what is left of the payments of this invoice.')).toBeVisible();
  await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toHaveCount(0);

  await expect(card.getByText('To be sent')).toBeVisible();
  await expect(card.getByRole('img', { name: 'QR code of the refund' })).toBeVisible();
  await expect(card.getByRole('link', { name: 'Open in wallet' })).toHaveAttribute(
    'href',
    /^ethereum:0x.*transfer\?address=0x.*&uint256=1005/,
  );
  const invoice = await (await page.request.get(`${API}/invoice/${transId}`)).json();
  await card.getByLabel('Transaction hash').fill(invoice.transfers[0].txHash); // the payment itself is no refund
  await card.getByRole('button', { name: 'Check transaction' }).click();
  await expect(card.getByText('This transaction sent no USDT to the address of this refund on its network.')).toBeVisible();

  await expect(card.getByText('is found automatically until')).toBeVisible();

  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/transaction')) reports.push(request.url());
  });
  await card.getByRole('button', { name: 'Send on the test chain' }).click();
  await expect(card.getByText('Sender address')).toBeVisible({ timeout: 60_000 }); // the proof
  await expect(card.locator('.badge')).toHaveText('Refunded');
  await expect(page.getByText('Refunded to the customer')).toBeVisible({ timeout: 30_000 });
  // Found without its hash: it came from the address that was paid.
  expect((await overview()).refunds).toMatchObject([
    { status: 'confirmed', reason: 'double', fromAddress: invoice.transfers[0].toAddress },
  ]);
  expect(reports).toEqual([]);
});
