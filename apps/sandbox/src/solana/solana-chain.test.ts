import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getBase64EncodedWireTransaction, getTransactionDecoder, signTransaction } from '@solana/kit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unsignedTransfer } from '../../../server/src/modules/chains/adapters/solana/transactions/unsigned-transfer';
import { type RunningChain, startChain } from '../chain/start-chain';
import { solanaPayer, tokenAccountOf, toSolanaAddress, USDT_MINT } from './solana-accounts';

const OWNER = toSolanaAddress('9QKVtJ2ZzY1Xr6p3w3mQmGJvXzQf1x1m9fW8sW3sXw1n');
type Mined = { txHash: string; blockNumber: number; status: string };
type Signature = { signature: string; slot: number; err: unknown; blockTime: number };

let dir: string;
let chain: RunningChain;
const open = () =>
  startChain({
    dir,
    blocksEveryMs: null,
    onFatal: (error) => {
      throw error;
    },
  });
const pay = async (amountRaw: string, extra = {}) =>
  (await chain.evm('sandbox_transfer', { network: 'SOLANA', to: OWNER, amountRaw, ...extra })) as Mined;
const account = () => tokenAccountOf(OWNER, USDT_MINT);
const ask = async <T>(method: string, ...params: unknown[]): Promise<T> => (await chain.solana(method, params)) as T;
const signatures = async () => ask<Signature[]>('getSignaturesForAddress', await account(), { commitment: 'confirmed' });
const balance = async () => (await ask<{ value: { amount: string } }>('getTokenAccountBalance', await account())).value.amount;

async function restart(): Promise<void> {
  await chain.stop();
  chain = await open();
}

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'solana-'));
  chain = await open();
});
afterEach(async () => {
  await chain.stop();
  rmSync(dir, { recursive: true, force: true });
});

test('a payment creates the token account, lands in the next slot and is final two slots later', async () => {
  const { txHash, blockNumber, status } = await pay('1500000');
  expect(status).toBe('success');
  expect(await balance()).toBe('1500000');
  expect(await ask('getSlot', { commitment: 'confirmed' })).toBe(blockNumber);
  const at = (commitment: string) => ask<object | null>('getTransaction', txHash, { commitment });
  expect(await at('confirmed')).toMatchObject({ slot: blockNumber, meta: { err: null } });
  expect(await at('finalized')).toBeNull();
  await chain.evm('sandbox_mine', { blocks: 2 });
  expect(await at('finalized')).toMatchObject({ slot: blockNumber });
});

test('concurrent payments are several signatures; too much, zero and a fake token behave as on the real chain', async () => {
  const paid = await Promise.all(['1', '1', '2', '0'].map((amount) => pay(amount)));
  expect(new Set(paid.map(({ txHash }) => txHash)).size).toBe(4);
  const { status } = (await chain.evm('sandbox_transferJointly', {
    transfers: [{ network: 'SOLANA', to: OWNER, amountRaw: '7' }],
    revert: true,
  })) as Mined;
  expect(status).toBe('reverted');
  await pay('9', { token: 'fake' });
  expect(await balance()).toBe('4');
  expect((await signatures()).map(({ err }) => err !== null)).toEqual([true, false, false, false, false]);
  await expect(pay('1', { to: '0xabc' })).rejects.toMatchObject({ code: -32602 });
  await expect(pay('9'.repeat(30))).rejects.toThrow('64 bits');
});

test('payments survive a restart, and a torn last record loses only unacknowledged ones', async () => {
  await pay('5');
  await chain.evm('sandbox_advanceTime', { seconds: 3600 });
  await pay('6');
  const before = await signatures();
  expect((before[0]?.blockTime ?? 0) - (before[1]?.blockTime ?? 0)).toBeGreaterThanOrEqual(3600);
  await chain.stop();
  appendFileSync(join(dir, 'solana.journal'), '0badc0de {"slot":9,"transac');
  chain = await open();
  expect(await signatures()).toEqual(before);
  expect(await balance()).toBe('11');
  expect(await ask('getTransaction', before[0]?.signature, { commitment: 'confirmed' })).toMatchObject({ meta: { err: null } });
  await pay('7');
  await restart();
  expect(await balance()).toBe('18');
});

test('a reorganisation of the EVM node leaves Solana unchanged, with a height that never decreases', async () => {
  const { txHash, blockNumber } = await pay('5');
  await chain.evm('sandbox_mine', { blocks: 3 });
  await chain.evm('sandbox_reorg', { depth: 4, keep: false });
  expect(await ask('getSlot', { commitment: 'confirmed' })).toBeGreaterThan(blockNumber + 3);
  expect(await ask('getTransaction', txHash, { commitment: 'finalized' })).toMatchObject({ slot: blockNumber });
});

test('a transaction that the gateway made lands once a wallet has signed it; forged and repeated ones are refused', async () => {
  const payer = await solanaPayer();
  const { value } = await ask<{ value: { blockhash: string } }>('getLatestBlockhash', { commitment: 'confirmed' });
  const made = unsignedTransfer({ from: payer.address, to: OWNER, mint: USDT_MINT, units: 1_500_000n, decimals: 6, ...value });
  const send = (wire: string) => ask<string>('sendTransaction', wire, { encoding: 'base64' });
  const forged = Buffer.from(made).fill(7, 1, 65);
  for (const unsigned of ['AAAA', Buffer.from(made).toString('base64')])
    await expect(send(unsigned)).rejects.toThrow('no signed transaction');
  await expect(send(forged.toString('base64'))).rejects.toThrow('simulation failed');

  const signed = getBase64EncodedWireTransaction(await signTransaction([payer.keyPair], getTransactionDecoder().decode(made)));
  const txHash = await send(signed);
  await chain.evm('sandbox_mine', { blocks: 1 });
  expect(await balance()).toBe('1500000');
  expect(await ask('getTransaction', txHash, { commitment: 'confirmed' })).toMatchObject({ meta: { err: null } });
  await expect(send(signed)).rejects.toThrow('already been processed');
});
