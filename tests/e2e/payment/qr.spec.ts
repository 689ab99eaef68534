import { expect, test } from '@playwright/test';
import { API, openInvoice, PHONE, viewOf } from '../bills';
import { readQr } from './read-qr';

// A phone's screen: a request has 53 modules in 180 points.
test.use({ deviceScaleFactor: 2, viewport: PHONE });

const SOLANA = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

test('the QR code is the address or a request with token, network and amount; the choice is remembered', async ({ page }) => {
  const { transId, address } = await openInvoice(page.request, {}, { addresses: { SOLANA, TRON } });
  const view = await viewOf(page.request, transId);
  const factsOf = (network: string) => view.networks.find((each) => each.network === network);
  await page.goto(`/bill/${transId}`);
  const qr = page.locator('.paper');
  await expect(page.getByRole('img', { name: 'QR code of the address' })).toBeVisible();
  expect((await readQr(page, await qr.screenshot()))?.toLowerCase()).toBe(address.toLowerCase());
  await expect(page.getByText('Every wallet and exchange app reads the address.')).toBeVisible();

  await page.getByRole('radio', { name: 'Wallet request' }).check();
  await expect(page.getByRole('img', { name: 'QR code of the wallet request' })).toBeVisible();
  await expect(page.getByText('MetaMask, imToken, Rainbow and others read it')).toBeVisible();
  const bsc = factsOf('BEP20');
  const units = `${view.amount.replace('.', '')}${'0'.repeat((bsc?.decimals ?? 0) - 4)}`.replace(/^0+/, '');
  expect(await readQr(page, await qr.screenshot())).toBe(
    `ethereum:${bsc?.contract}@${bsc?.chain_id}/transfer?address=${bsc?.address}&uint256=${units}`,
  );

  await page.reload();
  await expect(page.getByRole('radio', { name: 'Wallet request' })).toBeChecked();
  await page.getByRole('combobox', { name: 'Network' }).selectOption('SOLANA');
  await expect(page.getByText('Phantom, Solflare and others read it')).toBeVisible();
  expect(await readQr(page, await qr.screenshot())).toBe(`solana:${SOLANA}?amount=${view.amount}&spl-token=${factsOf('SOLANA')?.contract}`);

  await page.getByRole('combobox', { name: 'Network' }).selectOption('TRON');
  await expect(page.getByText('TRON has no common wallet request')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Wallet request' })).toHaveCount(0);
  expect(await readQr(page, await qr.screenshot())).toBe(TRON);
});

test('without script the code is that of the address, and nothing is offered that cannot be chosen', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false, deviceScaleFactor: 2, viewport: PHONE });
  const { transId, address } = await openInvoice(context.request);
  const page = await context.newPage();
  await page.goto(`/bill/${transId}`);
  await expect(page.getByText('Wallet request', { exact: true })).toBeHidden();
  const drawn = await page.locator('.paper').screenshot();
  const reader = await (await browser.newContext({ baseURL })).newPage();
  await reader.goto(`${API}/networks`);
  expect((await readQr(reader, drawn))?.toLowerCase()).toBe(address.toLowerCase());
  await reader.context().close();
  await context.close();
});
