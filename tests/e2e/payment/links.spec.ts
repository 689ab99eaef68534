import { expect, type Page, test } from '@playwright/test';
import { API, openInvoice, pay, viewOf } from '../bills';
import { uniqueName } from '../people';
import { installEvmWallet, installSolanaWallet } from './wallets';

const PHONE = { width: 375, height: 667 };

async function makeLink(page: Page): Promise<string> {
  const { storeId } = await openInvoice(page.request);
  const more = { description: null, stock: null, endsAt: null, questions: [], successMessage: null };
  const made = await page.request.post(`${API}/payment-links`, { data: { ...more, storeId, name: `Tea ${uniqueName()}`, amount: '5' } });
  return new URL((await made.json()).url).pathname;
}

test('the browser proves some work before it orders, again where the first proof no longer holds, and its user notices nothing', async ({
  page,
  browser,
  baseURL,
}) => {
  const path = await makeLink(page);
  const refused = await page.request.post(`${API}${path}`, { data: { answers: [] } });
  expect([refused.status(), (await refused.json()).code]).toEqual([422, 'proof_needed']);

  const customer = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  const orders: number[] = [];
  await customer.route(`**${API}${path}`, async (route) => {
    if (route.request().method() !== 'GET' || orders.length > 0) return route.continue();
    const answer = await route.fetch();
    const link = await answer.json();
    await route.fulfill({ response: answer, json: { ...link, proof: { ...link.proof, challenge: `1${link.proof.challenge}` } } });
  });
  customer.on('response', (answer) => {
    if (answer.request().method() === 'POST' && answer.url().endsWith(path)) orders.push(answer.status());
  });
  await customer.goto(path);
  await customer.getByRole('button', { name: 'Continue to payment' }).click();
  await customer.waitForURL('**/bill/*');
  expect(orders).toEqual([422, 201]);
  await customer.context().close();
});

test('a merchant makes a link, a customer opens it on a phone, answers, pays, and reads the message', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const { storeName } = await openInvoice(page.request);
  const name = `Class ${uniqueName()}`;
  await page.goto('/payment-links');
  await page.getByRole('button', { name: 'New payment link' }).click();
  const dialog = page.getByRole('dialog', { name: 'New payment link' });
  await dialog.getByRole('combobox', { name: 'Merchant' }).click();
  await page.getByRole('option', { name: storeName }).click();
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByLabel('Amount', { exact: true }).fill('5');
  await dialog.getByLabel('Stock').fill('1');
  await dialog.getByRole('button', { name: 'Add question' }).click();
  await dialog.getByLabel('Question', { exact: true }).fill('Your name');
  await dialog.getByLabel('Message after payment').fill('Come in!');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('0 / 1');
  const links: { name: string; url: string; id: string }[] = await (await page.request.get(`${API}/payment-links`)).json();
  const link = links.find((each) => each.name === name);
  const path = new URL(link?.url ?? '').pathname;

  const phone = await (await browser.newContext({ baseURL: baseURL ?? '', viewport: PHONE })).newPage();
  await phone.goto(path);
  await expect(phone.getByRole('heading', { name })).toBeVisible();
  await expect(phone.getByText('1 left')).toBeVisible();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await phone.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(phone.getByText('Please answer this question.')).toBeVisible();
  await phone.getByLabel('Your name').fill('Ada');
  await phone.getByRole('button', { name: 'Continue to payment' }).click();
  await phone.waitForURL('**/bill/*');
  await expect(phone.getByTestId('amount')).toBeVisible();
  const transId = new URL(phone.url()).pathname.split('/').at(-1) ?? '';

  const late = await phone.context().newPage(); // another customer
  await late.goto(path);
  await expect(late.getByText('Sold out')).toBeVisible();
  await late.close();

  await pay(page.request, transId, 'exact');
  await expect(phone.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await phone.getByRole('link', { name: 'Return to Website' }).first().click();
  await expect(phone.getByRole('heading', { name: 'Thank you! Your payment has arrived.' })).toBeVisible();
  await expect(phone.getByText('Come in!')).toBeVisible();
  await phone.context().close();

  await page.reload();
  await expect(row).toContainText('1 / 1');
  await page.goto(`/payment-links/${link?.id}/poster`);
  await expect(page.getByRole('img', { name: 'QR code of the payment link' })).toBeVisible();
});

test('a link is opened on a phone and paid from its wallet, on two EVM networks and on Solana', async ({ page, browser, baseURL }) => {
  test.setTimeout(240_000);
  const { storeId } = await openInvoice(page.request, {}, { addresses: { SOLANA: 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH' } });
  const name = `Ticket ${uniqueName()}`;
  const fields = { name, description: null, amount: '4', stock: null, endsAt: null, questions: [], successMessage: null };
  const made = await page.request.post(`${API}/payment-links`, { data: { ...fields, storeId } });
  const { url }: { url: string } = await made.json();
  for (const network of ['BEP20', 'POLYGON', 'SOLANA']) {
    const phone = await (await browser.newContext({ baseURL: baseURL ?? '', viewport: PHONE })).newPage();
    if (network === 'SOLANA') await installSolanaWallet(phone);
    else await installEvmWallet(phone, 8);
    await phone.goto(new URL(url).pathname);
    await phone.getByRole('button', { name: 'Continue to payment' }).click();
    await phone.waitForURL('**/bill/*');
    await phone.getByRole('combobox', { name: 'Network' }).selectOption(network);
    await phone.getByRole('button', { name: 'Pay from the wallet in this browser' }).click();
    await phone.getByRole('button', { name: /^Pay with Test/ }).click();
    await expect(phone.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    const transId = new URL(phone.url()).pathname.split('/').at(-1) ?? '';
    expect(await viewOf(page.request, transId)).toMatchObject({ status: 'success', network });
    await phone.context().close();
  }
  await page.goto('/payment-links');
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('3');
});

test('a merchant edits a link, switches it off, and deletes it; customers then cannot pay', async ({ page }) => {
  const { storeId } = await openInvoice(page.request);
  const name = `Mug ${uniqueName()}`;
  const fields = { name, description: null, amount: null, stock: null, endsAt: null, questions: [], successMessage: null };
  const made = await page.request.post(`${API}/payment-links`, { data: { ...fields, storeId } });
  const { url }: { url: string } = await made.json();
  await page.goto('/payment-links');
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit payment link' });
  await dialog.getByLabel('Amount', { exact: true }).fill('7.5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('7.5000');
  await row.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Switch off' }).click();
  await expect(row).toContainText('Switched off');
  const path = new URL(url).pathname;
  await page.goto(path);
  await expect(page.getByText('Payments are switched off at the moment.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toHaveCount(0);

  await page.goto('/payment-links');
  await row.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'This link leads nowhere' })).toBeVisible();
});
