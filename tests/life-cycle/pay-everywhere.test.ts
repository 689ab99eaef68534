import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FAMILY_OF, NETWORKS, type NetworkFamily } from '@stablegate/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../apps/sandbox/src/postgres/free-port';
import { ADDRESSES, openStore } from './merchant';
import { type Started, start, until } from './sandbox';

const dir = mkdtempSync(join(tmpdir(), 'stablegate-pay-'));
const SENDERS: Record<NetworkFamily, RegExp> = {
  tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  evm: /^0x[0-9a-fA-F]{40}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
};
let port: number;
let running: Started;
let store: Awaited<ReturnType<typeof openStore>>;

async function startHere(): Promise<void> {
  running = start({ PORT: String(port), DATA_DIR: join(dir, 'data'), RATE_LIMIT_SCALE: '100' });
  await until('the gateway to be ready', async () => running.output().includes('Ctrl-C stops') || running.child.exitCode !== null, 150_000);
  expect(running.child.exitCode, running.output()).toBeNull();
}

beforeAll(async () => {
  port = await findFreePort();
  await startHere();
  store = await openStore(
    port,
    NETWORKS.map((network) => ({ network, address: ADDRESSES[FAMILY_OF[network]] })),
  );
}, 180_000);
afterAll(async () => {
  running?.child.kill('SIGTERM');
  await running?.exited;
  rmSync(dir, { recursive: true, force: true });
});

test.each(NETWORKS)('a payment on %s turns the invoice SUCCESS, with sender, hash, network and fee', async (network) => {
  const transId = await store.newInvoice();
  const { status, json } = await store.pay(transId, { network });
  expect(status, JSON.stringify(json)).toBe(200);
  expect(json.network).toBe(network);
  await store.untilStatus(transId, 'SUCCESS');
  const [txHash] = json.txHashes as string[];
  expect(await store.details(transId)).toMatchObject({
    network,
    transactionHash: txHash,
    feeAmount: '0.050000',
    flags: [],
    fromAddress: expect.stringMatching(SENDERS[FAMILY_OF[network]]),
    toAddress: ADDRESSES[FAMILY_OF[network]],
  });
});

test('on Solana every other kind of payment works as elsewhere; a reorganisation is refused', async () => {
  const [open, twice, fake] = [await store.newInvoice(), await store.newInvoice(), await store.newInvoice()];
  const network = 'SOLANA';
  expect((await store.pay(fake, { network, mode: 'fake_token' })).status).toBe(200);
  expect((await store.pay(fake, { network, mode: 'zero' })).status).toBe(200);
  expect((await store.pay(twice, { network, mode: 'double' })).json.txHashes).toHaveLength(2);
  await store.untilStatus(twice, 'SUCCESS');
  await until('both to be counted', async () => String((await store.details(twice)).flags) === 'paidOver');
  for (const mode of ['over', 'under']) expect((await store.pay(open, { network, mode })).status).toBe(200);
  expect(await store.details(fake)).toMatchObject({ status: 'WAITING', paid: '0.000000' });
  expect((await store.pay(open, { network, mode: 'wrong_network' })).status).toBe(422);
  expect((await store.ask('POST', '/sandbox/chain/reorg', { network, depth: 1, keep: true })).status).toBe(422);
  expect((await store.ask('POST', '/sandbox/chain/mine', { network, blocks: 2 })).status).toBe(200);
});

test('after a restart the Solana simulation has its state, and continues', async () => {
  const before = await store.newInvoice();
  const { json } = await store.pay(before, { network: 'SOLANA' });
  running.child.kill('SIGINT');
  await running.exited;
  await startHere();
  await store.untilStatus(before, 'SUCCESS');
  expect(await store.details(before)).toMatchObject({ transactionHash: (json.txHashes as string[])[0] });
  const after = await store.newInvoice();
  await store.pay(after, { network: 'SOLANA' });
  await store.untilStatus(after, 'SUCCESS');
}, 180_000);
