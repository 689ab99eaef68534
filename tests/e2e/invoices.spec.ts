import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { type Download, expect, type Page, test } from '@playwright/test';
import { freshAddresses } from './addresses';
import { signInAsMerchant, uniqueName } from './people';
import { unzip } from './unzip';

const run = promisify(execFile);
const API = '/api/v1';

/** The merchant's own server, which receives callbacks. */
async function startReceiver() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok","message":"received"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, bodies, close: () => server.close() };
}

async function createStore(page: Page, name: string): Promise<void> {
  await page.goto('/merchants');
  await page.getByRole('button', { name: 'Add New Merchant' }).first().click();
  await page.getByLabel('Merchant name').fill(name);
  await page.getByRole('button', { name: 'Add merchant', exact: true }).click();
  // Leads on to the first address.
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page).toHaveURL(/tab=addresses/);
  await expect(page.getByText('No address yet')).toBeVisible();
}

async function addAddresses(page: Page): Promise<void> {
  for (const [network, address] of Object.entries(freshAddresses())) {
    await page.getByRole('button', { name: 'Add New Address' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').click();
    await page.getByRole('option', { name: network }).click();
    await dialog.getByLabel('Address', { exact: true }).fill(address);
    await dialog.getByRole('button', { name: 'Add address', exact: true }).click();
    await expect(dialog).toBeHidden();
    const row = page.getByRole('row', { name: new RegExp(`^${network.replace(/[()]/g, '\\$&')}`) });
    // The server writes EVM addresses with their checksum, in mixed case.
    await expect(row).toContainText(address, { ignoreCase: true });
  }
}

async function copyApiKey(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('tab', { name: 'Store Details' }).click();
  await page.getByRole('button', { name: 'Copy API key' }).click();
  await expect(page.getByText('API Key copied to clipboard')).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** As developers try it first. */
async function createByCurl(baseURL: string, apiKey: string, order: object): Promise<string> {
  const headers = ['-H', `X-API-KEY: ${apiKey}`, '-H', 'content-type: application/json'];
  const { stdout } = await run('curl', ['-sS', ...headers, '-d', JSON.stringify(order), `${baseURL}${API}/payment/invoice`]);
  const { status, data } = JSON.parse(stdout) as { status: string; data: { trans_id: string } };
  expect(status, stdout).toBe('success');
  return data.trans_id;
}

async function setUpShop(page: Page, baseURL: string | undefined, callbackUrl: string | undefined) {
  await signInAsMerchant(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const mark = uniqueName();
  const storeName = `Roasters ${mark}`;
  await createStore(page, storeName);
  await addAddresses(page);
  const apiKey = await copyApiKey(page);
  const order = {
    name: `Order ${mark}`,
    description: `Ethiopia Guji ${mark}, 2 x 1 kg bag`,
    amount: '184.50',
    request_id: mark,
    ...(callbackUrl !== undefined && { callback_url: callbackUrl }),
  };
  const transId = await createByCurl(baseURL ?? '', apiKey, order);
  return { mark, storeName, apiKey, order, transId };
}

const pay = async (page: Page, transId: string, data: object): Promise<void> => {
  const answer = await page.request.post(`${API}/sandbox/invoices/${transId}/pay`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
};

/** Today by the server's business clock, which the date filters use. */
async function businessDay(page: Page): Promise<string> {
  const { data } = (await (await page.request.get(`${API}/dashboard/revenue-user`)).json()) as { data: { businessDay: string } };
  return data.businessDay;
}

async function filterBy(page: Page, values: Record<string, string>): Promise<void> {
  await page.goto('/invoices');
  await page.getByRole('button', { name: 'Advanced filter' }).click();
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Apply filter' }).click();
}

async function saved(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

test('from a new store to a paid invoice: keys, curl, every filter, exports, timeline', async ({ page, baseURL }) => {
  test.setTimeout(240_000);
  const receiver = await startReceiver();
  const { mark, storeName, order, transId } = await setUpShop(page, baseURL, receiver.url);
  const row = page.getByRole('row', { name: new RegExp(order.name) });

  await test.step('each filter finds it, is kept in the address, and finds nothing where it should not', async () => {
    const today = await businessDay(page);
    const filters: readonly (readonly [Record<string, string>, RegExp])[] = [
      [{ 'Transaction ID': transId.slice(0, 12) }, /transId=/],
      [{ 'Invoice Name': order.name }, /[?&]name=/],
      [{ Description: `guji ${mark}` }, /description=/],
      [{ Merchant: storeName }, /storeName=/],
      [{ Merchant: storeName, 'Amount from': '184.5', 'Amount to': '184.5' }, /amountMin=184\.5&amountMax=184\.5/],
      [{ Merchant: storeName, 'Created from': today, 'Created to': today }, /createdFrom=.*createdTo=/],
    ];
    for (const [values, address] of filters) {
      await filterBy(page, values);
      await expect(page).toHaveURL(address);
      await expect(row).toBeVisible();
    }
    await page.getByRole('tab', { name: /^Waiting/ }).click();
    await expect(page).toHaveURL(/status=WAITING/);
    await expect(row).toBeVisible();
    await page.reload();
    await expect(row).toBeVisible();
    await page.getByRole('tab', { name: /^Success/ }).click();
    await expect(page.getByText('No invoices found')).toBeVisible();
    await page.goto('/invoices?createdFrom=2026-11-15&createdTo=2026-11-01');
    await expect(page.getByText('The end date is before the start date.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await expect(page).toHaveURL(/\/invoices$/);
    await page.getByLabel('Search by transaction ID or name').fill(transId);
    await expect(page).toHaveURL(/transId=/);
    await expect(page.getByText('Showing 1 to 1 of 1 invoice')).toBeVisible();
  });

  await test.step('what is selected is exported as Excel, what matches as JSON', async () => {
    await page.getByRole('checkbox', { name: `Select ${order.name}` }).click();
    await expect(page.getByText('1 invoice selected')).toBeVisible();
    const [excel] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export Excel' }).click()]);
    expect(excel.suggestedFilename()).toMatch(/^invoices-export-.+\.xlsx$/);
    const sheet = unzip(await saved(excel), 'xl/worksheets/sheet1.xml');
    for (const text of [transId, order.name, storeName, '184.5']) expect(sheet).toContain(text);
    await page.getByRole('button', { name: 'Clear Selection' }).click();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const [json] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Download JSON' }).click()]);
    expect(json.suggestedFilename()).toMatch(/^invoices-export-.+\.json$/);
    expect(JSON.stringify(JSON.parse((await saved(json)).toString('utf8')))).toContain(transId);
  });

  await test.step('paid on the chain, it tells its whole story', async () => {
    await row.getByRole('link', { name: order.name, exact: true }).click();
    await expect(page.getByText('Waiting for the payment.')).toBeVisible();
    await pay(page, transId, { mode: 'exact' });
    await expect(page.getByText('Payment confirmed.')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('Completed').first()).toBeVisible();
    const steps = page.getByRole('list').filter({ hasText: 'Invoice created' });
    for (const step of ['Invoice created', 'Transfer seen', /\d of \d confirmations/, 'Invoice completed', 'Callback delivered']) {
      await expect(steps.getByText(step).first()).toBeVisible({ timeout: 20_000 });
    }
    await expect(page.getByRole('table', { name: 'Transfers' })).toContainText('BNB Smart Chain (BEP20)');
    await expect(page.getByRole('table', { name: 'Callback attempts' })).toContainText('Answered 200');
    expect(JSON.parse(receiver.bodies[0] ?? '{}')).toMatchObject({ trans_id: transId, request_id: mark, status: 'completed' });
  });
  receiver.close();
});

test('an invoice created on screen is a link with a QR code; it can be cancelled, and then deleted from the list', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const { mark, storeName } = await setUpShop(page, baseURL, undefined);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Create invoice' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Merchant' }).click();
  await page.getByRole('option', { name: storeName }).click();
  await dialog.getByLabel('Amount').fill('100');
  await expect(dialog.getByText('100.5000')).toBeVisible();
  await dialog.getByLabel('Invoice Name').fill(`Link ${mark}`);
  await dialog.getByRole('button', { name: 'Create invoice' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code of the payment link' })).toBeVisible();
  await expect(dialog.getByLabel('Payment link', { exact: true })).toHaveValue(/\/bill\/[a-z0-9]{22,}$/);
  await dialog.getByRole('link', { name: 'View invoice' }).click();

  await page.getByRole('button', { name: 'Cancel invoice' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel invoice' }).click();
  await expect(page.getByText('Invoice cancelled.')).toBeVisible();

  await page.goto(`/invoices?storeName=${encodeURIComponent(storeName)}`);
  await expect(page.getByText('Showing 1 to 2 of 2 invoices')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  // The other one is still open and stays.
  await expect(page.getByRole('alertdialog')).toContainText('1 left out');
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('Showing 1 to 1 of 1 invoice')).toBeVisible();
});

test('an unmatched transfer waits in the inbox: dismissed, restored, assigned, accepted', async ({ page, baseURL }) => {
  test.setTimeout(180_000);
  const { mark, storeName, apiKey, order, transId } = await setUpShop(page, baseURL, undefined);
  await createByCurl(baseURL ?? '', apiKey, { name: `Other ${mark}`, amount: '190', request_id: `${mark}-other` });
  // More than half of both open invoices: ambiguous.
  await pay(page, transId, { mode: 'exact', amount: '120.123456' });
  const transfer = page.getByRole('listitem').filter({ hasText: '120.123456' }).filter({ hasText: storeName }).first();
  await expect(async () => {
    await page.goto('/transfers');
    await expect(transfer.getByRole('button', { name: 'Assign' }).first()).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });

  await transfer.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('A friend of the house');
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(transfer).toBeVisible();

  const assign = transfer.getByRole('button', { name: `Assign as a partial payment: ${order.name}` });
  await assign.click();
  await expect(transfer).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await assign.click();
  await expect(transfer).toBeHidden();
  await page.goto(`/invoice-details/${transId}`);
  await expect(page.getByText('Partly paid.')).toBeVisible({ timeout: 20_000 });
  await expect(async () => {
    await page.getByRole('button', { name: 'Accept as paid' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Accept as paid' }).click();
    await expect(page.getByText('Payment confirmed.')).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 30_000 });
});
