import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decodeJournal, encodeLine } from './journal/journal-lines';
import { type RunningChain, startChain } from './start-chain';

const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const ALICE: Hex = `0x${'a1'.repeat(20)}`;
const BOB: Hex = `0x${'b0'.repeat(20)}`;

type Block = { number: Hex; hash: Hex; parentHash: Hex; timestamp: Hex; transactions: Hex[] };
type Log = { address: Hex; topics: Hex[]; data: Hex; logIndex: Hex; transactionHash: Hex; blockNumber: Hex };
type Mined = { txHash: Hex; blockNumber: number; status: string };
type State = { head: { number: number; hash: Hex; time: number }; timeOffsetSeconds: number };
type Info = State & { networks: Record<string, { contract: Hex; decimals: number }>; fakeToken: { contract: Hex }; payers: Hex[] };

let dir: string;
let chain: RunningChain;
const open = (blocksEveryMs: number | null = null, from = dir) =>
  startChain({
    dir: from,
    blocksEveryMs,
    onFatal: (error) => {
      throw error;
    },
  });
const call = async <T>(method: string, params?: unknown): Promise<T> => (await chain.evm(method, params)) as T;
const info = () => call<Info>('sandbox_info');
const pay = (network: string, to: string, amountRaw: string, extra = {}) =>
  call<Mined>('sandbox_transfer', { network, to, amountRaw, ...extra });
const logsOf = (filter = {}) => call<Log[]>('eth_getLogs', [{ fromBlock: '0x2', toBlock: 'latest', topics: [TRANSFER_TOPIC], ...filter }]);
const receiptOf = (hash: Hex) => call<{ blockHash: Hex; status: Hex; logs: Log[] } | null>('eth_getTransactionReceipt', [hash]);

async function allBlocks(): Promise<Block[]> {
  const { number } = (await info()).head;
  const heights = Array.from({ length: number + 1 }, (_, height) => `0x${height.toString(16)}`);
  return Promise.all(heights.map((height) => call<Block>('eth_getBlockByNumber', [height, false])));
}

function expectLinked(blocks: readonly Block[]): void {
  blocks.forEach((block, index) => {
    if (index > 0) expect(block.parentHash).toBe(blocks[index - 1]?.hash);
  });
}

async function restart(blocksEveryMs: number | null = null): Promise<void> {
  await chain.stop();
  chain = await open(blocksEveryMs);
}

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'chain-'));
  chain = await open();
});
afterEach(async () => {
  await chain.stop();
  rmSync(dir, { recursive: true, force: true });
});

test('each network has its own contract with its own decimals, and a transfer logs only there', async () => {
  const { networks, fakeToken } = await info();
  const expected = { TRON: 6, BEP20: 18, ERC20: 6, POLYGON: 6, SOLANA: 6 };
  expect(Object.fromEntries(Object.entries(networks).map(([name, token]) => [name, token.decimals]))).toEqual(expected);
  for (const [network, { contract, decimals }] of Object.entries(networks).filter(([name]) => name !== 'SOLANA')) {
    expect(await call('eth_call', [{ to: contract, data: '0x313ce567' }, 'latest'])).toBe(`0x${decimals.toString(16).padStart(64, '0')}`);
    const amount = 5n * 10n ** BigInt(decimals) + 1n;
    const { txHash, status } = await pay(network, ALICE, amount.toString());
    const [log, ...more] = (await logsOf()).filter((candidate) => candidate.transactionHash === txHash);
    expect(more).toEqual([]);
    expect(status).toBe('success');
    expect(log?.address).toBe(contract.toLowerCase());
    expect(log?.topics[2]).toBe(`0x${ALICE.slice(2).padStart(64, '0')}`);
    expect(BigInt(log?.data ?? '0x0')).toBe(amount);
  }
  await pay('BEP20', ALICE, '7', { token: 'fake' });
  expect(await logsOf({ address: fakeToken.contract })).toHaveLength(1);
});

test('three transfers in one transaction have one hash and three log indexes', async () => {
  const transfers = ['1', '0', '3'].map((amountRaw) => ({ network: 'ERC20', to: ALICE, amountRaw }));
  const { txHash } = await call<Mined>('sandbox_transferJointly', { transfers });
  const logs = await logsOf();
  expect(logs.map((log) => [log.transactionHash, log.logIndex, BigInt(log.data)])).toEqual([
    [txHash, '0x0', 1n],
    [txHash, '0x1', 0n],
    [txHash, '0x2', 3n],
  ]);
});

test('a transfer reverted inside a successful transaction, and a reverted transaction, log nothing', async () => {
  const item = { network: 'ERC20', to: ALICE, amountRaw: '9' };
  const inner = await call<Mined>('sandbox_transferJointly', { transfers: [{ ...item, innerRevert: true }] });
  const outer = await call<Mined>('sandbox_transferJointly', { transfers: [item], revert: true });
  const tooMuch = await pay('ERC20', ALICE, '9'.repeat(40));
  expect([inner.status, outer.status, tooMuch.status]).toEqual(['success', 'reverted', 'reverted']);
  expect(await logsOf()).toEqual([]);
});

test('a hundred concurrent transfers, from several payers, are all mined with log indexes unique per block', async () => {
  const { payers } = await info();
  const mined = await Promise.all(
    Array.from({ length: 100 }, (_, index) => pay('BEP20', ALICE, `${index + 1}`, { from: payers[index % 7] })),
  );
  expect(new Set(mined.map((transaction) => transaction.txHash)).size).toBe(100);
  expect(mined.every((transaction) => transaction.status === 'success')).toBe(true);
  const logs = await logsOf();
  expect(logs.map((log) => BigInt(log.data)).reduce((sum, amount) => sum + amount, 0n)).toBe(5050n);
  expect(new Set(logs.map((log) => `${log.blockNumber}/${log.logIndex}`)).size).toBe(100);
  const before = await allBlocks();
  await restart();
  expect(await allBlocks()).toEqual(before);
});

test('a reorganisation that keeps the payment moves it to another block, and adds one block', async () => {
  const paid = await pay('POLYGON', ALICE, '42');
  await call('sandbox_mine', { blocks: 2 });
  const [before, receipt] = [await allBlocks(), await receiptOf(paid.txHash)];
  await call('sandbox_reorg', { depth: 3, keep: true });
  const after = await allBlocks();
  expect(after).toHaveLength(before.length + 1);
  expectLinked(after);
  expect(after.slice(0, -4)).toEqual(before.slice(0, -3));
  for (const block of before.slice(-3)) {
    expect(await call('eth_getBlockByHash', [block.hash, false])).toBeNull();
    expect(after.map((one) => one.hash)).not.toContain(block.hash);
  }
  const moved = await receiptOf(paid.txHash);
  expect(moved?.status).toBe('0x1');
  expect(moved?.blockHash).not.toBe(receipt?.blockHash);
  expect((await logsOf()).map((log) => log.transactionHash)).toEqual([paid.txHash]);
});

test('a reorganisation that drops the payment leaves no trace of it, and the payer can pay again', async () => {
  const paid = await pay('POLYGON', ALICE, '42');
  await call('sandbox_reorg', { depth: 1, keep: false });
  expect(await receiptOf(paid.txHash)).toBeNull();
  expect(await call('eth_getTransactionByHash', [paid.txHash])).toBeNull();
  expect(await logsOf()).toEqual([]);
  const again = await pay('POLYGON', ALICE, '42');
  expect(again.txHash).not.toBe(paid.txHash);
  expect(await logsOf()).toHaveLength(1);
});

test('reorganisations of many depths, also across snapshots, replay to the same chain', async () => {
  for (const depth of [1, 15, 16, 17, 40]) {
    await call('sandbox_mine', { blocks: 20 });
    await pay('TRON', BOB, `${depth}`);
    await call('sandbox_reorg', { depth, keep: true });
  }
  await pay('TRON', BOB, '1000');
  const before = await allBlocks();
  expectLinked(before);
  expect(await logsOf()).toHaveLength(6);
  await restart();
  expect(await allBlocks()).toEqual(before);
  await call('sandbox_reorg', { depth: 30, keep: false });
  await call('sandbox_mine', { blocks: 40 });
  const later = await allBlocks();
  expectLinked(later);
  await restart();
  expect(await allBlocks()).toEqual(later);
});

test('the last 256 blocks can be replaced, right after mining many at once and right after a restart', async () => {
  await call('sandbox_mine', { blocks: 1005 });
  await expect(call('sandbox_reorg', { depth: 257 })).rejects.toThrow('depth is at most 256 now');
  await call('sandbox_reorg', { depth: 256, keep: false });
  await restart();
  const before = await allBlocks();
  await call('sandbox_reorg', { depth: 256, keep: false });
  const after = await allBlocks();
  expectLinked(after);
  expect(after.slice(0, -257)).toEqual(before.slice(0, -256));
  expect(after.at(-257)?.hash).not.toBe(before.at(-256)?.hash);
});

test('a reorganisation never reaches the contracts', async () => {
  const { number } = (await info()).head;
  await expect(call('sandbox_reorg', { depth: number })).rejects.toThrow('depth is at most 0 now');
  await call('sandbox_mine', { blocks: 3 });
  await call('sandbox_reorg', { depth: 3, keep: false });
  expect((await pay('ERC20', ALICE, '1')).status).toBe('success');
});

test('advanced time stays advanced, also after a restart, and mining does not move it', async () => {
  const real = Math.floor(Date.now() / 1000);
  const { head } = await call<State>('sandbox_advanceTime', { seconds: 86_400 });
  expect(head.time).toBeGreaterThanOrEqual(real + 86_400);
  await call('sandbox_mine', { blocks: 50 });
  await restart();
  const before = await allBlocks();
  const { head: later, timeOffsetSeconds } = await call<State>('sandbox_mine', { blocks: 1 });
  expect(timeOffsetSeconds).toBe(86_400);
  expect(later.time).toBeGreaterThanOrEqual(head.time);
  expect(later.time).toBeLessThan(real + 86_400 + 60);
  expect((await allBlocks()).slice(0, -1)).toEqual(before);
});

test('when the last record is torn, the chain is restored to one record earlier', async () => {
  const first = await pay('ERC20', ALICE, '1');
  const whole = await allBlocks();
  const second = await pay('ERC20', ALICE, '2');
  await chain.stop();
  const path = join(dir, 'chain.journal');
  writeFileSync(path, readFileSync(path).subarray(0, -7));
  chain = await open();
  expect(await allBlocks()).toEqual(whole);
  expect(await receiptOf(first.txHash)).not.toBeNull();
  expect(await receiptOf(second.txHash)).toBeNull();
});

test('blocks are the same to the bit as those of older versions, whose journals are replayed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chain-fixed-'));
  const fixed = await startChain({ dir: folder, blocksEveryMs: null, clock: () => 1_700_000_000_000, onFatal: () => undefined });
  const headHash = async () => ((await fixed.evm('sandbox_info', undefined)) as State).head.hash;
  expect(await headHash()).toBe('0x0ff60d2ab9db9eba437377e4051bf3dc92654fdead828b40e1921c3588aaedb8');
  await fixed.evm('sandbox_mine', { blocks: 20 });
  expect(await headHash()).toBe('0x9cd4aa8ee056da15eb77fb2fe8c02461675da9b3e9b26cbb0d5c8447fff1bf83');
  await fixed.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a journal that no longer replays to its hashes is refused', async () => {
  await pay('ERC20', ALICE, '1');
  await call('sandbox_mine', { blocks: 1 });
  const copy = mkdtempSync(join(tmpdir(), 'chain-copy-'));
  cpSync(dir, copy, { recursive: true });
  const { header, records } = decodeJournal(readFileSync(join(dir, 'chain.journal'), 'utf8'));
  if (!header) throw new Error('the journal has no header');
  const shifted = [{ ...header, genesisTime: header.genesisTime - 1 }, ...records];
  writeFileSync(join(copy, 'chain.journal'), shifted.map(encodeLine).join(''));
  await expect(open(null, copy)).rejects.toThrow('another hash than before');
  rmSync(copy, { recursive: true, force: true });
});

test('with a block interval, a foreign raw transaction waits for its block, also across a reorganisation', async () => {
  const stranger = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d');
  const sign = (nonce: number) =>
    stranger.signTransaction({ chainId: 31337, type: 'eip1559', nonce, to: BOB, value: 7n, gas: 21_000n, maxFeePerGas: 10n ** 12n });
  await call('sandbox_mine', { blocks: 3 });
  await restart(3_600_000);
  const hash = await call<Hex>('eth_sendRawTransaction', [await sign(0)]);
  await call('sandbox_reorg', { depth: 2, keep: true });
  expect(await receiptOf(hash)).toBeNull();
  await call('sandbox_mine', { blocks: 1 });
  expect(await receiptOf(hash)).toMatchObject({ status: '0x1' });
  await expect(call('eth_sendRawTransaction', [await sign(0)])).rejects.toThrow(/nonce/i);
  const before = await allBlocks();
  await restart();
  expect(await allBlocks()).toEqual(before);
});

test('with a block interval, blocks are mined automatically and a payment takes the next one', async () => {
  await restart(100);
  const { number } = (await info()).head;
  await expect.poll(async () => (await info()).head.number, { timeout: 5000 }).toBeGreaterThan(number + 2);
  expect((await pay('TRON', ALICE, '1')).status).toBe('success');
});

test('changes that bypass the journal, and invalid parameters, are refused', async () => {
  for (const method of ['evm_mine', 'hardhat_mine', 'evm_revert', 'eth_sendTransaction', 'hardhat_reset', 'sandbox_nothing']) {
    await expect(call(method, [])).rejects.toMatchObject({ code: -32601 });
  }
  await expect(pay('ERC20', ALICE, '-1')).rejects.toMatchObject({ code: -32602 });
  await expect(pay('SOLANA', ALICE, '1')).rejects.toMatchObject({ code: -32602 });
  await expect(pay('TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', '1')).rejects.toThrow('neither a 0x address nor a T… address');
  await expect(pay('ERC20', ALICE, '1', { from: BOB })).rejects.toThrow('is not a payer of the sandbox');
  await expect(call('sandbox_mine', { blocks: 0 })).rejects.toMatchObject({ code: -32602 });
});
