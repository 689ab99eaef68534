import { expect, test } from '@playwright/test';
import { openInvoice, viewOf } from '../bills';
import { installSolanaWallet } from './wallets';

const SOLANA = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';

test('a Solana wallet signs the transaction of the server, its hash is reported by itself, and the page turns paid', async ({ page }) => {
  const { transId } = await openInvoice(page.request, {}, { addresses: { SOLANA } });
  await installSolanaWallet(page);
  const claimed = page.waitForRequest((request) => request.url().endsWith(`/payment/${transId}/claim`));
  await page.goto(`/bill/${transId}`);
  await page.getByRole('combobox', { name: 'Network' }).selectOption('SOLANA');
  await page.getByRole('button', { name: 'Pay from the wallet in this browser' }).click();
  await page.getByRole('button', { name: 'Pay with Test Phantom' }).click();

  const claim: { network: string; tx_hash: string } = (await claimed).postDataJSON();
  expect(claim).toMatchObject({ network: 'SOLANA', tx_hash: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/) });
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  expect(await viewOf(page.request, transId)).toMatchObject({ status: 'success', network: 'SOLANA', tx_hash: claim.tx_hash });
});

test('a Solana wallet is offered on Solana alone', async ({ page }) => {
  const { transId } = await openInvoice(page.request, {}, { addresses: { SOLANA } });
  await installSolanaWallet(page);
  await page.goto(`/bill/${transId}`);
  const button = page.getByRole('button', { name: 'Pay from the wallet in this browser' });
  await page.getByRole('combobox', { name: 'Network' }).selectOption('SOLANA');
  await expect(button).toBeVisible();
  await page.getByRole('combobox', { name: 'Network' }).selectOption('POLYGON');
  await expect(button).toHaveCount(0);
});
