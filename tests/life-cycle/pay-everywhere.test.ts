import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../apps/sandbox/src/postgres/free-port';
import { displayAddress } from '../../apps/server/src/modules/chains/addresses/addresses';
import { api, type Started, start, until } from './sandbox';

const dir = mkdtempSync(join(tmpdir(), 'stablegate-pay-'));
const EVM = `0x${createHash('sha256').update('pay everywhere').digest('hex').slice(0, 40)}`;
const ADDRESSES: Record<string, string> = {
  TRON: displayAddress('tron', EVM),
  BEP20: displayAddress('evm', EVM),
  ERC20: displayAddress('evm', EVM),
  POLYGON: displayAddress('evm', EVM),
  SOLANA: '2sexzag3PQct5WFZThZEoG5CYbmULE1tBRvoyDdA6ggX',
};
const SENDERS: Record<string, RegExp> = {
  TRON: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  BEP20: /^0x[0-9a-fA-F]{40}$/,
  ERC20: /^0x[0-9a-fA-F]{40}$/,
  POLYGON: /^0x[0-9a-fA-F]{40}$/,
  SOLANA: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
};
let port: number;
let running: Started;
let cookie: string;
let apiKey: string;
let orders = 0;

async function startHere(): Promise<void> {
  running = start({ PORT: String(port), DATA_DIR: join(dir, 'data'), RATE_LIMIT_SCALE: '100' });
  await until('the gateway to be ready', async () => running.output().includes('Ctrl-C stops') || running.child.exitCode !== null, 150_000);
  expect(running.child.exitCode, running.output()).toBeNull();
}

type Json = Record<string, unknown> & { data: Record<string, string> };
async function ask(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; json: Json }> {
  const answer = await api(port, path, {
    method,
    headers: {
      cookie,
      origin: `http://localhost:${port}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: (await answer.json().catch(() => ({}))) as Json };
}

async function newInvoice(): Promise<string> {
  orders += 1;
  const body = { name: 'Tea', amount: '10', request_id: `everywhere-${orders}` };
  const { status, json } = await ask('POST', '/payment/invoice', body, { 'x-api-key': apiKey });
  expect(status, JSON.stringify(json)).toBe(201);
  return json.data.trans_id ?? '';
}
const pay = (transId: string, body: object) => ask('POST', `/sandbox/invoices/${transId}/pay`, body);
const details = async (transId: string) => (await ask('GET', `/invoice/${transId}`)).json;
const untilStatus = (transId: string, status: string) =>
  until(`${transId} to be ${status}`, async () => (await details(transId)).status === status);

beforeAll(async () => {
  port = await findFreePort();
  await startHere();
  const body = new URLSearchParams({ username: 'demomerchant', password: 'Sandbox-2026!' });
  const signedIn = await api(port, '/auth/login', { method: 'POST', body });
  cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const { json: store } = await ask('POST', '/store', { name: 'Pay everywhere' });
  apiKey = String(store.apiKey);
  for (const [network, address] of Object.entries(ADDRESSES)) {
    const { status, json } = await ask('POST', '/wallet', { storeId: store.id, network, address });
    expect(status, JSON.stringify(json)).toBe(201);
  }
}, 180_000);
afterAll(async () => {
  running?.child.kill('SIGTERM');
  await running?.exited;
  rmSync(dir, { recursive: true, force: true });
});

test.each(Object.keys(ADDRESSES))('a payment on %s turns the invoice SUCCESS, with sender, hash, network and fee', async (network) => {
  const transId = await newInvoice();
  const { status, json } = await pay(transId, { network });
  expect(status, JSON.stringify(json)).toBe(200);
  expect(json.network).toBe(network);
  await untilStatus(transId, 'SUCCESS');
  const [txHash] = json.txHashes as string[];
  expect(await details(transId)).toMatchObject({
    network,
    transactionHash: txHash,
    feeAmount: '0.050000',
    flags: [],
    fromAddress: expect.stringMatching(SENDERS[network] ?? /^$/),
    toAddress: ADDRESSES[network],
  });
});

test('on Solana every other kind of payment works as elsewhere; a reorganisation is refused', async () => {
  const [open, twice, fake] = [await newInvoice(), await newInvoice(), await newInvoice()];
  const network = 'SOLANA';
  expect((await pay(fake, { network, mode: 'fake_token' })).status).toBe(200);
  expect((await pay(fake, { network, mode: 'zero' })).status).toBe(200);
  expect((await pay(twice, { network, mode: 'double' })).json.txHashes).toHaveLength(2);
  await untilStatus(twice, 'SUCCESS');
  await until('both to be counted', async () => String((await details(twice)).flags) === 'paidOver');
  for (const mode of ['over', 'under']) expect((await pay(open, { network, mode })).status).toBe(200);
  expect(await details(fake)).toMatchObject({ status: 'WAITING', paid: '0.000000' });
  expect((await pay(open, { network, mode: 'wrong_network' })).status).toBe(422);
  expect((await ask('POST', '/sandbox/chain/reorg', { network, depth: 1, keep: true })).status).toBe(422);
  expect((await ask('POST', '/sandbox/chain/mine', { network, blocks: 2 })).status).toBe(200);
});

test('after a restart the Solana simulation has its state, and continues', async () => {
  const before = await newInvoice();
  const { json } = await pay(before, { network: 'SOLANA' });
  running.child.kill('SIGINT');
  await running.exited;
  await startHere();
  await untilStatus(before, 'SUCCESS');
  expect(await details(before)).toMatchObject({ transactionHash: (json.txHashes as string[])[0] });
  const after = await newInvoice();
  await pay(after, { network: 'SOLANA' });
  await untilStatus(after, 'SUCCESS');
}, 180_000);
