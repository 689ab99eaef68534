import { readFileSync } from 'node:fs';
import { type APIRequestContext, type Download, expect, type Page, test } from '@playwright/test';
import { newMerchant, uniqueName } from './people';

const API = '/api/v1';

const reportTransfer = async (request: APIRequestContext, reference: string, amountVnd: number): Promise<void> => {
  const answer = await request.post(`${API}/sandbox/bank-transfer`, { data: { reference, amountVnd } });
  expect(answer.ok(), await answer.text()).toBe(true);
};

const shellBalance = (page: Page) => page.locator('.side-user .money').first();

/** Leaves the dialog open; returns what the transfer has to say. */
async function askForTransfer(page: Page, amount: string): Promise<string> {
  await page.goto('/top-up?tab=payment-method&method=vietnam-bank-auto');
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await page.getByRole('button', { name: 'Show transfer details' }).click();
  return (await page.getByRole('dialog', { name: 'Bank transfer' }).locator('dd .mono').last().textContent()) ?? '';
}

async function topUpByBank(page: Page, amount: string): Promise<void> {
  const reference = await askForTransfer(page, amount);
  const dialog = page.getByRole('dialog', { name: 'Bank transfer' });
  await reportTransfer(page.request, reference, Number.parseInt(amount, 10) * 26_000);
  await expect(dialog.getByText('Payment received')).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('Escape');
}

test('by bank: amounts, VND, the QR code, and the balance is updated live', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await newMerchant(page);
  await page.goto('/top-up');
  await expect(page.getByLabel('Summary')).toContainText('Tron (TRC20), BNB Smart Chain');
  const submit = page.getByRole('button', { name: 'Continue to payment' });
  await expect(submit).toBeDisabled();
  await page.getByRole('button', { name: '$200' }).click();
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('200');
  await expect(page.getByText('200.0000')).toBeVisible();
  await page.getByRole('textbox', { name: 'Amount' }).fill('0');
  await expect(submit).toBeDisabled();
  await page.getByRole('textbox', { name: 'Amount' }).press('Enter');
  await expect(page.getByRole('alertdialog', { name: 'Invalid amount' })).toContainText('Amount must be greater than 0');
  await page.keyboard.press('Escape');

  await page.getByRole('radio', { name: /Vietnam Bank/ }).check();
  await expect(page).toHaveURL(/tab=payment-method&method=vietnam-bank-auto/);
  await page.getByRole('button', { name: '$200' }).click();
  await expect(page.getByLabel('Summary').getByText('5,200,000')).toBeVisible();
  await page.getByRole('button', { name: 'Show transfer details' }).click();

  const dialog = page.getByRole('dialog', { name: 'Bank transfer' });
  await expect(dialog.getByRole('img', { name: 'Bank QR code' })).toBeVisible();
  await expect(dialog.getByText('5,200,000 VND')).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy Transfer content' }).click();
  const reference = await page.evaluate(() => navigator.clipboard.readText());
  expect(reference).toMatch(/^[A-Z0-9]{10}$/);
  await expect(dialog.getByText('Waiting for your transfer.')).toBeVisible();

  await dialog.getByRole('button', { name: 'Simulate the transfer' }).click();
  await expect(dialog.getByText('\u2066$200.00\u2069 was added to your balance.')).toBeVisible({ timeout: 20_000 });
  await expect(shellBalance(page)).toHaveText('$200.000000');
});

test('a look at the other tab keeps method and amount, and what cannot be read is said', async ({ page }) => {
  await newMerchant(page);
  await page.goto('/top-up?tab=invoice&method=usdt-auto');
  await expect(page).toHaveURL(/\?tab=invoice$/);
  await page.getByRole('tab', { name: 'Payment method' }).click();
  await page.getByRole('radio', { name: /Vietnam Bank/ }).check();
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.fill('75');
  await page.getByRole('tab', { name: 'Invoice' }).click();
  await expect(page).toHaveURL(/\?tab=invoice$/);
  await page.getByRole('tab', { name: 'Payment method' }).click();
  await expect(amount).toHaveValue('75');
  await expect(page.getByRole('radio', { name: /Vietnam Bank/ })).toBeChecked();
  await amount.fill('12.34567');
  await expect(page.getByRole('alert')).toHaveText('Use digits only, with at most 4 decimals.');
  await amount.fill('12.3456');
  await expect(page.getByRole('alert')).toHaveCount(0);
  for (const text of ['-7', '1e3']) {
    await amount.clear();
    await amount.pressSequentially(text);
    await expect(amount).toHaveValue(text);
    await expect(page.getByRole('alert')).toBeVisible();
    await amount.press('Enter');
    const error = page.getByRole('alertdialog', { name: 'Invalid amount' });
    await expect(error).toContainText('Amount must be greater than 0');
    await error.getByRole('button', { name: 'OK' }).click();
  }
});

test('by USDT: the payment page opens in a new tab, and this one follows the payment', async ({ page, context }) => {
  test.setTimeout(120_000);
  await newMerchant(page);
  await page.goto('/top-up');
  await page.getByRole('textbox', { name: 'Amount' }).fill('25,5');
  await expect(page.getByText('25.5000')).toBeVisible();
  const [bill] = await Promise.all([context.waitForEvent('page'), page.getByRole('button', { name: 'Continue to payment' }).click()]);
  await expect(bill).toHaveURL(/\/bill\/[\w-]{22,}/);
  await expect(page.getByText('Waiting for your payment')).toBeVisible();
  await bill.getByRole('button', { name: 'Pay exactly' }).click();
  await expect(bill.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText('was added to your balance.')).toBeVisible({ timeout: 20_000 });
  await expect(shellBalance(page)).toHaveText(/^\$25\.5/);

  await page.getByRole('tab', { name: /^Invoice/ }).click();
  await expect(page).toHaveURL(/\/top-up\?tab=invoice$/);
  const row = page.getByRole('row', { name: /USDT \(Auto\)/ });
  await expect(row).toContainText('Paid');
  await expect(row.locator('.deposit-open')).toHaveCount(0);
});

test('the list follows a payment, and the balance beside it too', async ({ page }) => {
  await newMerchant(page);
  const reference = await askForTransfer(page, '10');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: /^Invoice/ }).click();
  const row = page.getByRole('row').filter({ hasText: 'Vietnam Bank' });
  await expect(row).toContainText('Pending');
  await reportTransfer(page.request, reference, 260_000);
  await expect(row).toContainText('Paid');
  await expect(shellBalance(page)).toHaveText('$10.000000');
});

test('the list of top-ups: a pending one is a link, dates filter, page sizes can be chosen', async ({ page }) => {
  await newMerchant(page);
  await page.goto('/top-up?tab=invoice');
  await expect(page.getByText('No top-ups yet')).toBeVisible();
  for (let made = 0; made < 6; made += 1) {
    const description = `${uniqueName().toUpperCase().slice(-7)}QA${made}`; // two letters at least, whatever the name ends with
    const query = new URLSearchParams({ method: 'vietnam-bank-auto', amount: '50', description });
    const answer = await page.request.post(`${API}/deposit-invoice/create-bank?${query}`);
    expect(answer.status(), await answer.text()).toBe(201);
  }
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(7);
  await page.getByLabel('Rows per page').click();
  await page.getByRole('option', { name: '5 rows', exact: true }).click();
  await expect(page).toHaveURL(/size=5/);
  await expect(page.getByRole('row')).toHaveCount(6);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.getByText('Showing 6 to 6 of 6')).toBeVisible();

  await page.getByRole('combobox', { name: 'Date' }).click();
  await page.getByRole('option', { name: 'Today' }).click();
  await expect(page).toHaveURL(/date=1/);
  await expect(page.getByText('Showing 1 to 5 of 6')).toBeVisible();
  const row = page.getByRole('row').nth(1);
  const transfer = page.getByRole('dialog', { name: 'Bank transfer' });
  await row.click();
  await expect(transfer.getByRole('img', { name: 'Bank QR code' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(transfer).toBeHidden();
  const times = row.locator('time');
  await expect(times).toHaveCount(3);
  // Some lie above the row, for their exact moment.
  for (const time of await times.all()) {
    await time.click({ force: true }); // the row may lie above it
    await expect(transfer).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(transfer).toBeHidden();
  }
});

const contentOf = async (download: Download): Promise<Buffer> => readFileSync(await download.path());

test('transactions are listed, filtered, and exported in three ways', async ({ page }) => {
  test.setTimeout(120_000);
  await newMerchant(page);
  await topUpByBank(page, '50');
  await topUpByBank(page, '100');
  await page.goto('/profile?tab=transaction');
  await expect(page.getByText('Showing 1 to 2 of 2')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('row').nth(1)).toContainText('+$100.000000');
  await expect(page.getByRole('row').nth(1)).toContainText('150.000000');

  const exportAs = async (format: string): Promise<Download> => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: format }).click()]);
    return download;
  };
  const csv = await exportAs('CSV');
  expect(csv.suggestedFilename()).toMatch(/^transactions-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await contentOf(csv)).toString('utf8').replace('\uFEFF', '').trim().split('\r\n');
  expect(lines[0]).toBe('Time,Type,Balance before,Amount,Balance after,Reason,Transaction ID,Request ID,Ledger reference,Ledger entry');
  expect(lines.slice(1).map((line) => line.split(',').slice(1, 6))).toEqual([
    ['Top-up', '50.000000', '100.000000', '150.000000', 'Bank top-up'],
    ['Top-up', '0.000000', '50.000000', '50.000000', 'Bank top-up'],
  ]);
  expect((await contentOf(await exportAs('Excel'))).subarray(0, 2).toString()).toBe('PK');
  expect((await contentOf(await exportAs('PDF'))).subarray(0, 5).toString()).toBe('%PDF-');

  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Deducted' }).click();
  await expect(page).toHaveURL(/tab=transaction&type=deduct/);
  await expect(page.getByText('No transactions found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(page.getByRole('row')).toHaveCount(3);
});

test('a low balance is shown in one line with one action, and the profile says how long it lasts', async ({ page }) => {
  await newMerchant(page);
  const forecast = { available: '0.420000', held: '0.000000', spentPerDay: '0.200000', basisDays: 7, daysLeft: 2, isLow: true };
  await page.route('**/transaction-logs/forecast', (route) => route.fulfill({ json: forecast }));
  await page.goto('/profile');
  await expect(page.getByText('About 2 days left')).toBeVisible();
  const banner = page.getByRole('region', { name: 'Low balance' });
  await expect(banner).toContainText(
    'Low balance: \u2066$0.42\u2069 available. It lasts about 2 days at your recent rate. Without balance, new invoices are refused.',
  );
  await banner.getByRole('link', { name: 'Add Funds' }).click();
  await expect(page).toHaveURL(/\/top-up$/);
  await expect(banner).toHaveCount(0);
});

test('a guest is asked to sign in and returns to the requested page', async ({ page }) => {
  await page.goto('/top-up?tab=invoice');
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Username').fill('demomerchant');
  await page.getByLabel('Password', { exact: true }).fill('Sandbox-2026!');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/top-up\?tab=invoice/);
});
