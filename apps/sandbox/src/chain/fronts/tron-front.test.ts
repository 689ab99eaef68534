import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningChain, startChain } from '../start-chain';

/** USDT's own contract address: a T… address whose 20 bytes chains.md gives. */
const TRON_ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const TRON_TOPIC = `0x${'a614f803b6fd780986a42c78ec9c7f77e6ded13c'.padStart(64, '0')}`;
const ZERO_BLOOM = `0x${'0'.repeat(512)}`;

const dir = mkdtempSync(join(tmpdir(), 'tron-'));
let chain: RunningChain;
let txHash: string;

beforeAll(async () => {
  chain = await startChain({ dir, blocksEveryMs: null, onFatal: () => undefined });
  ({ txHash } = (await chain.evm('sandbox_transfer', { network: 'TRON', to: TRON_ADDRESS, amountRaw: '25000000' })) as { txHash: string });
  await chain.evm('sandbox_mine', { blocks: 5100 });
});
afterAll(async () => {
  await chain.stop();
  rmSync(dir, { recursive: true, force: true });
});

const call = (method: string, ...params: unknown[]) => chain.tron(method, params);
const head = async () => Number.parseInt((await call('eth_blockNumber')) as string, 16);

test('a payment to a T… address is found by the 20 bytes of its address', async () => {
  const logs = await call('eth_getLogs', { fromBlock: '0x2', toBlock: '0x3', topics: [null, null, [TRON_TOPIC]] });
  expect(logs).toMatchObject([{ transactionHash: txHash, data: `0x${(25_000_000).toString(16).padStart(64, '0')}` }]);
});

test('blooms are all zero, in blocks and receipts', async () => {
  const receipt = (await call('eth_getTransactionReceipt', txHash)) as { blockHash: string; logs: unknown[] };
  expect(receipt).toMatchObject({ logsBloom: ZERO_BLOOM, status: '0x1', logs: [{}] });
  expect(await call('eth_getBlockByHash', receipt.blockHash, false)).toMatchObject({ logsBloom: ZERO_BLOOM, transactions: [txHash] });
  expect(await call('eth_getBlockByNumber', '0x2', true)).toMatchObject({ logsBloom: ZERO_BLOOM, hash: receipt.blockHash });
  expect(await chain.evm('eth_getTransactionReceipt', [txHash])).not.toMatchObject({ logsBloom: ZERO_BLOOM });
});

test('safe and pending are refused, finalized is two blocks behind', async () => {
  for (const tag of ['safe', 'pending']) {
    await expect(call('eth_getBlockByNumber', tag, false)).rejects.toMatchObject({ code: -32602, message: `TAG ${tag} not supported` });
    await expect(call('eth_getLogs', { fromBlock: tag })).rejects.toThrow(`TAG ${tag} not supported`);
  }
  const finalized = (await call('eth_getBlockByNumber', 'finalized', false)) as { number: string };
  expect(Number.parseInt(finalized.number, 16)).toBe((await head()) - 2);
});

test('a range of 5000 blocks is served, 5001 refused, and the future is empty', async () => {
  const number = await head();
  const from = (distance: number) => `0x${(number - distance).toString(16)}`;
  expect(await call('eth_getLogs', { fromBlock: from(5000), toBlock: 'latest' })).toEqual([]);
  await expect(call('eth_getLogs', { fromBlock: from(5001), toBlock: 'latest' })).rejects.toThrow('exceed max block range: 5000');
  await expect(call('eth_getLogs', { fromBlock: from(0), toBlock: from(1) })).rejects.toThrow('fromBlock <= toBlock');
  expect(await call('eth_getLogs', { fromBlock: from(-5), toBlock: from(-9) })).toEqual([]);
});

test('a topic slot takes 1000 values and no more', async () => {
  const slot = (length: number) => [null, null, Array.from({ length }, () => TRON_TOPIC)];
  expect(await call('eth_getLogs', { fromBlock: '0x2', toBlock: '0x3', topics: slot(1000) })).toHaveLength(1);
  await expect(call('eth_getLogs', { fromBlock: '0x2', toBlock: '0x3', topics: slot(1001) })).rejects.toThrow('exceed max topics: 1000');
});

test('eth_call serves the latest state only, and foreign methods are unknown', async () => {
  const { networks } = (await chain.evm('sandbox_info', undefined)) as { networks: { TRON: { contract: string } } };
  const decimals = { to: networks.TRON.contract, data: '0x313ce567' };
  expect(await call('eth_call', decimals, 'latest')).toBe(`0x${'6'.padStart(64, '0')}`);
  await expect(call('eth_call', decimals, '0x1')).rejects.toThrow('just support TAG as latest');
  for (const method of ['sandbox_info', 'eth_sendRawTransaction', 'evm_mine']) {
    await expect(call(method)).rejects.toMatchObject({ code: -32601 });
  }
});
