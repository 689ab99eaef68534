import { webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { deriveAccounts } from '../../../apps/sandbox/src/chain/accounts';
import { solanaPayer } from '../../../apps/sandbox/src/solana/solana-accounts';

/** What a page asks an EVM wallet to send. */
export type Sent = {
  readonly from: `0x${string}`;
  readonly to: `0x${string}`;
  readonly value: string;
  readonly data: `0x${string}`;
  readonly chainId: string;
};

const GAS = 100_000n;
const FEE_MAX = 10n ** 12n;
/** A transaction with one signature: its count, the signature, then the message that is signed. */
const SOLANA_MESSAGE_AT = 65;

/** A call to the sandbox's node, as a wallet makes it. */
async function callNode<T>(path: string, method: string, params: readonly unknown[]): Promise<T> {
  const { chainUrl }: { chainUrl: string } = JSON.parse(await readFile(join(process.env.E2E_DATA_DIR ?? '', 'sandbox.json'), 'utf8'));
  const answer = await fetch(new URL(path, chainUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error }: { result: T; error?: { message: string } } = await answer.json();
  if (error !== undefined) throw new Error(error.message);
  return result;
}

/**
 * A wallet on another chain that announces itself as EIP-6963 says. It signs exactly what the page asks for, with an account of the sandbox
 * that holds USDT, and sends it to the sandbox's node. Returns what it was asked. Tests that run side by side take different accounts.
 */
export async function installEvmWallet(page: Page, payer: number): Promise<{ readonly address: string; readonly asked: Sent[] }> {
  const account = deriveAccounts().payers[payer];
  if (account === undefined) throw new Error(`the sandbox has no payer ${payer}`);
  const asked: Sent[] = [];
  await page.exposeFunction('sendFromTest', async (sent: Sent) => {
    asked.push(sent);
    const nonce = Number.parseInt(await callNode<string>('/', 'eth_getTransactionCount', [account.address, 'latest']), 16);
    const { to, data } = sent;
    const chainId = Number.parseInt(sent.chainId, 16);
    const raw = await account.signTransaction({ type: 'eip1559', chainId, nonce, to, data, gas: GAS, maxFeePerGas: FEE_MAX });
    return callNode<string>('/', 'eth_sendRawTransaction', [raw]);
  });
  await page.addInitScript((own) => {
    let chain = '0x1';
    const provider = {
      request: async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
        if (method === 'eth_requestAccounts') return [own];
        if (method === 'eth_chainId') return chain;
        if (method === 'wallet_switchEthereumChain') chain = (params[0] as { chainId: string }).chainId;
        if (method !== 'eth_sendTransaction') return null;
        return (window as unknown as { sendFromTest: (sent: unknown) => Promise<string> }).sendFromTest(params[0]);
      },
    };
    const info = { uuid: '7c0f7f1e-6c7e-4f0a-9a55-1d7d4ac8a001', name: 'Test Wallet', icon: 'data:image/svg+xml,', rdns: 'example.wallet' };
    const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
    window.addEventListener('eip6963:requestProvider', announce);
  }, account.address);
  return { address: account.address, asked };
}

/** Signs with the sandbox's payer, as the wallet's owner would, and sends to the sandbox's Solana node. */
async function signAndSend(wire: string): Promise<string> {
  const bytes = Buffer.from(wire, 'base64');
  const { keyPair } = await solanaPayer();
  const signature = Buffer.from(await webcrypto.subtle.sign('Ed25519', keyPair.privateKey, bytes.subarray(SOLANA_MESSAGE_AT)));
  signature.copy(bytes, 1);
  await callNode('/solana', 'sendTransaction', [bytes.toString('base64'), { encoding: 'base64' }]);
  return signature.toString('base64');
}

/** Registers as the Wallet Standard says, like Phantom. */
export async function installSolanaWallet(page: Page): Promise<void> {
  await page.exposeFunction('signAndSendFromTest', signAndSend);
  await page.addInitScript(
    (own) => {
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
    },
    (await solanaPayer()).address,
  );
}
