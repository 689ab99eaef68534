import { webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { solanaPayer } from '../../../apps/sandbox/src/solana/solana-accounts';
import { openInvoice, viewOf } from '../bills';

const SOLANA = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
/** A transaction with one signature: its count, the signature, then the message that is signed. */
const MESSAGE_AT = 65;

/** Signs with the sandbox's payer, as the wallet's owner would, and sends to the sandbox's Solana node. */
async function signAndSend(wire: string): Promise<string> {
  const bytes = Buffer.from(wire, 'base64');
  const { keyPair } = await solanaPayer();
  const signature = Buffer.from(await webcrypto.subtle.sign('Ed25519', keyPair.privateKey, bytes.subarray(MESSAGE_AT)));
  signature.copy(bytes, 1);
  const { chainUrl }: { chainUrl: string } = JSON.parse(await readFile(join(process.env.E2E_DATA_DIR ?? '', 'sandbox.json'), 'utf8'));
  const params = [bytes.toString('base64'), { encoding: 'base64' }];
  const answer = await fetch(new URL('/solana', chainUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params }),
  });
  const { error }: { error?: { message: string } } = await answer.json();
  if (error !== undefined) throw new Error(error.message);
  return signature.toString('base64');
}

/** Registers as the Wallet Standard says, like Phantom. */
async function installWallet(page: Page, address: string): Promise<void> {
  await page.exposeFunction('signAndSendFromTest', signAndSend);
  await page.addInitScript((own) => {
    type Input = { transaction: Uint8Array };
    const test = window as unknown as { signAndSendFromTest: (wire: string) => Promise<string> };
    const wallet = {
      version: '1.0.0',
      name: 'Test Phantom',
      icon: 'data:image/svg+xml,',
      chains: ['solana:mainnet'],
      accounts: [],
      features: {
        'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [{ address: own, chains: ['solana:mainnet'] }] }) },
        'solana:signAndSendTransaction': {
          version: '1.0.0',
          signAndSendTransaction: async ({ transaction }: Input) => {
            const signature = await test.signAndSendFromTest(btoa(String.fromCharCode(...transaction)));
            return [{ signature: Uint8Array.from(atob(signature), (char) => char.charCodeAt(0)) }];
          },
        },
      },
    };
    const register = (api: { register: (one: unknown) => void }) => api.register(wallet);
    window.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail));
  }, address);
}

test('a Solana wallet signs the transaction of the server, its hash is reported by itself, and the page turns paid', async ({ page }) => {
  const { transId } = await openInvoice(page.request, {}, { addresses: { SOLANA } });
  await installWallet(page, (await solanaPayer()).address);
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
  await installWallet(page, (await solanaPayer()).address);
  await page.goto(`/bill/${transId}`);
  const button = page.getByRole('button', { name: 'Pay from the wallet in this browser' });
  await page.getByRole('combobox', { name: 'Network' }).selectOption('SOLANA');
  await expect(button).toBeVisible();
  await page.getByRole('combobox', { name: 'Network' }).selectOption('POLYGON');
  await expect(button).toHaveCount(0);
});
