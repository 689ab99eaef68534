import { describe, expect, test } from 'vitest';
import { bloomBits, mayContain } from '../../../src/modules/chains/adapters/evm/bloom';
import { ask, post } from '../ask';
import { LIMITS } from '../limits';
import { nowAndThen } from '../machines';
import { omitAtFirst, omitShare } from '../omissions';
import { startTestNode } from '../test-node';
import { TRANSFER_TOPIC, toTopic } from './evm-blocks';
import { createSimulatedEvm } from './evm-chain';

const ALICE = `0x${'a1'.repeat(20)}`;
const BOB = `0x${'b2'.repeat(20)}`;
type Block = { number: string; hash: string; parentHash: string; logsBloom: string; transactions: string[] };
type Log = { transactionHash: string; logIndex: string; blockHash: string };
const hex = (value: number) => `0x${value.toString(16)}`;
const filter = (from: number, to: number, keys: readonly string[] = [ALICE]) => ({
  address: '0xdac17f958d2ee523a2206206994597c13d831ec7',
  fromBlock: hex(from),
  toBlock: hex(to),
  topics: [TRANSFER_TOPIC, null, keys.map(toTopic)],
});

test('the same seed and calls give the same chain, another seed another', () => {
  const run = (seed: number) => {
    const chain = createSimulatedEvm({ network: 'ERC20', seed, now: () => 1_700_000_000_000 });
    chain.mine({ transfers: [{ to: ALICE, raw: 5n }], background: 20 });
    chain.fork(1);
    return [chain.head().hash, chain.truth().length] as const;
  };
  expect(run(7)).toEqual(run(7));
  expect(run(7)[0]).not.toBe(run(8)[0]);
});

test('blocks, logs, receipts and blooms are consistent', async () => {
  const chain = createSimulatedEvm({ network: 'ERC20' });
  const node = await startTestNode(chain);
  const block = chain.mine({
    transactions: [
      {
        transfers: [
          { to: ALICE, raw: 5n },
          { to: BOB, raw: 6n },
        ],
      },
    ],
    background: 30,
  });
  const { txHash } = chain.pay(ALICE, 7n);
  expect(await ask(node, 'eth_chainId')).toBe('0x1');
  expect(await ask(node, 'eth_blockNumber')).toBe(hex(block.number + 1));
  const told = await ask<Block>(node, 'eth_getBlockByNumber', hex(block.number), false);
  expect(told).toMatchObject({ hash: block.hash, parentHash: block.parentHash });
  expect(told.transactions).toHaveLength(31);
  expect(mayContain(told.logsBloom, bloomBits(toTopic(ALICE)))).toBe(true);
  const logs = await ask<Log[]>(node, 'eth_getLogs', filter(chain.startNumber, block.number + 1));
  expect(logs.map(({ transactionHash }) => transactionHash)).toEqual([logs[0]?.transactionHash, txHash]);
  const receipts = await ask<{ transactionHash: string; logs: Log[] }[]>(node, 'eth_getBlockReceipts', hex(block.number));
  expect(receipts.flatMap((receipt) => receipt.logs)).toContainEqual(logs[0]);
  expect(await ask(node, 'eth_getTransactionReceipt', txHash)).toMatchObject({ status: '0x1', logs: [logs[1]] });
  expect(await ask(node, 'eth_getBlockByNumber', hex(block.number + 2), false)).toBeNull();
  expect(await ask(node, 'eth_getTransactionReceipt', `0x${'0'.repeat(64)}`)).toBeNull();
  expect(await ask(node, 'eth_call', { to: chain.contract, data: '0x313ce567' }, 'latest')).toBe(`0x${'6'.padStart(64, '0')}`);
});

test('after a fork a node may stay on the abandoned branch', async () => {
  const chain = createSimulatedEvm({ network: 'ERC20' });
  const [loyal, moved] = [await startTestNode(chain), await startTestNode(chain)];
  const { txHash, block } = chain.pay(ALICE, 5n);
  loyal.faults.branch = chain.fork(1, { keep: false });
  expect(await ask(loyal, 'eth_getTransactionReceipt', txHash)).toMatchObject({ blockHash: block.hash });
  expect(await ask(moved, 'eth_getTransactionReceipt', txHash)).toBeNull();
  chain.fork(2, { keep: true });
  expect(chain.truth()).toEqual([]);
});

describe('faults of one node do not affect the others', () => {
  test('lag, a late log index, omissions, hidden transactions, missing methods, pruned history', async () => {
    const chain = createSimulatedEvm({ network: 'ERC20' });
    const [bad, good] = [await startTestNode(chain), await startTestNode(chain)];
    const paid = Array.from({ length: 20 }, () => chain.pay(ALICE, 5n));
    const last = chain.head().number;
    const listed = async (node: typeof bad) => (await ask<Log[]>(node, 'eth_getLogs', filter(chain.startNumber, last))).length;
    bad.faults.lag = 3;
    expect(await ask(bad, 'eth_blockNumber')).toBe(hex(last - 3));
    Object.assign(bad.faults, { lag: 0, indexLag: 5 });
    expect([await ask(bad, 'eth_blockNumber'), await listed(bad)]).toEqual([hex(last), 15]);
    Object.assign(bad.faults, { indexLag: 0, omits: omitShare(3, 0.5) });
    const some = await listed(bad);
    expect(some).toBeGreaterThan(0);
    expect(some).toBeLessThan(20);
    expect(await listed(bad)).toBe(some);
    bad.faults.omits = omitAtFirst(3, 1, 2);
    expect([await listed(bad), await listed(bad), await listed(bad)]).toEqual([0, 0, 20]);
    bad.faults.hides = (txHash) => txHash === paid[0]?.txHash;
    expect(await ask(bad, 'eth_getTransactionReceipt', paid[0]?.txHash)).toBeNull();
    bad.faults.missing = new Set(['eth_getBlockReceipts']);
    await expect(ask(bad, 'eth_getBlockReceipts', 'latest')).rejects.toMatchObject({ code: -32601 });
    bad.faults.prunedBelow = last - 2;
    expect(await ask(bad, 'eth_getBlockByNumber', hex(last - 3), false)).toBeNull();
    await expect(listed(bad)).rejects.toThrow('pruned history unavailable');
    expect(await listed(good)).toBe(20);
    bad.heal();
    expect(await listed(bad)).toBe(20);
  });

  test('a head that stands still; finality that is refused, stands still or is the newest block', async () => {
    const chain = createSimulatedEvm({ network: 'POLYGON', finalityDepth: 3 });
    chain.mineMany(5);
    const node = await startTestNode(chain);
    const numberAt = async (tag: string) => Number((await ask<{ number: string }>(node, 'eth_getBlockByNumber', tag, false)).number);
    const head = chain.head().number;
    node.faults.frozenAt = head;
    chain.mineMany(2);
    expect([await numberAt('latest'), await numberAt('finalized')]).toEqual([head, head - 3]);
    node.faults.frozenAt = undefined;
    expect([await numberAt('latest'), await numberAt('finalized')]).toEqual([head + 2, head - 1]);
    node.faults.finality = head - 2;
    expect(await numberAt('finalized')).toBe(head - 2);
    node.faults.finality = 'newest';
    expect(await numberAt('finalized')).toBe(head + 2);
    node.faults.finality = 'refused';
    await expect(numberAt('finalized')).rejects.toThrow('finalized block not found');
    expect(await numberAt('latest')).toBe(head + 2);
  });

  test('another chain id, other decimals, silence and garbage', async () => {
    const chain = createSimulatedEvm({ network: 'BEP20' });
    const node = await startTestNode(chain, { faults: { chainId: 97, decimals: 6 } });
    expect(await ask(node, 'eth_chainId')).toBe('0x61');
    expect(await ask(node, 'eth_call', { to: chain.contract, data: '0x313ce567' }, 'latest')).toMatch(/06$/);
    node.faults.broken = { status: 503, retryAfterS: 7, body: '{}' };
    expect(await post(node.url, {})).toMatchObject({ status: 503, retryAfter: '7' });
    node.faults.broken = 'garbage';
    await expect(post(node.url, {})).rejects.toThrow('JSON');
    node.faults.broken = 'hangs';
    await expect(fetch(node.url, { method: 'POST', body: '{}', signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout');
  });
});

describe('limits', () => {
  test("refuse a range in the provider's wording, with its status when alone, inside the answer in a batch", async () => {
    const chain = createSimulatedEvm({ network: 'ERC20' });
    chain.mineMany(9);
    const node = await startTestNode(chain, { limits: LIMITS.alchemyFree });
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [filter(1_000, 1_010)] };
    expect(await post(node.url, call)).toMatchObject({
      status: 400,
      body: { id: 1, error: { code: -32600, message: expect.stringContaining('this block range should work: [0x3e8, 0x3f1]') } },
    });
    expect(await post(node.url, [call])).toMatchObject({ status: 200, body: [{ error: { code: -32600 } }] });
    node.limits = LIMITS.quickNodeTrial;
    expect(await post(node.url, call)).toMatchObject({ status: 413, body: { error: { code: -32614 } } });
    node.limits = { provider: 'infura', logResults: 1 };
    chain.mine({
      transfers: [
        { to: ALICE, raw: 1n },
        { to: ALICE, raw: 1n },
      ],
    });
    expect(await post(node.url, call)).toMatchObject({ status: 200, body: { error: { code: -32005, data: { limit: 1 } } } });
  });

  test('a range past the head is refused, also by one of several machines behind an address', async () => {
    const refused = { code: -32602, message: 'block range extends beyond current head block' };
    const chain = createSimulatedEvm({ network: 'ERC20' });
    chain.mine();
    const node = await startTestNode(chain);
    const last = chain.head().number;
    await expect(ask(node, 'eth_getLogs', filter(last, last + 1))).rejects.toMatchObject(refused);
    node.faults.machineLag = nowAndThen(1, 0.5, 1, 0);
    const told = await Promise.all(Array.from({ length: 20 }, () => ask(node, 'eth_getLogs', filter(last, last)).catch(() => undefined)));
    expect(told.filter((logs) => logs === undefined).length).toBeGreaterThan(3);
    expect(told.filter((logs) => logs !== undefined).length).toBeGreaterThan(3);
    node.faults = { ...node.faults, machineLag: undefined, pastHead: 'empty' };
    expect(await ask(node, 'eth_getLogs', filter(last, last + 1))).toEqual([]);
  });

  test('count every call of a batch against the rate, the day and the batch size', async () => {
    let now = 0;
    const chain = createSimulatedEvm({ network: 'ERC20' });
    const node = await startTestNode(chain, {
      limits: { provider: 'infura', rate: { calls: 3, windowMs: 1_000 }, perDay: 9, batch: 4 },
      now: () => now,
    });
    const head = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] };
    expect((await post(node.url, [head, head, head])).status).toBe(200);
    expect(await post(node.url, head)).toMatchObject({ status: 429, body: { error: { message: 'project ID request rate exceeded' } } });
    now = 2_000;
    expect((await post(node.url, [head, head, head])).status).toBe(200);
    now = 4_000;
    expect((await post(node.url, [head, head, head])).body).toMatchObject({
      error: { message: expect.stringContaining('daily request count') },
    });
    expect(node.calls.get('eth_blockNumber')).toBe(10);
    expect(node.requests).toBe(4);
    now = 90_000_000;
    expect((await post(node.url, [head, head, head])).status).toBe(200);
    expect((await post(node.url, [head, head, head, head, head])).body).toMatchObject({ error: { code: -32600 } });
  });

  test('refuse only the calls of a batch beyond the rate, where the plan does so', async () => {
    let now = 0;
    const chain = createSimulatedEvm({ network: 'ERC20' });
    const rate = { calls: 3, windowMs: 1_000, refuses: 'calls' } as const;
    const node = await startTestNode(chain, { limits: { provider: 'chainstack', rate, batchOf: { eth_getLogs: 1 } }, now: () => now });
    const call = (method: string, id: number) => ({ jsonrpc: '2.0', id, method, params: method === 'eth_getLogs' ? [{}] : [] });
    const refused = async (...methods: string[]) => {
      const { status, body } = await post(node.url, methods.map(call));
      return [status, ...(body as { error?: { code: number } }[]).map(({ error }) => error?.code ?? 0)];
    };
    const head = 'eth_blockNumber';
    expect(await refused(head, head, head, head, head)).toEqual([200, 0, 0, 0, -32005, -32005]);
    expect(await post(node.url, call(head, 1))).toMatchObject({ status: 429, body: { error: { code: -32005 } } });
    now = 1_000;
    expect(await refused('eth_getLogs', head, 'eth_getLogs')).toEqual([200, -32600, 0, -32600]);
    now = 2_000;
    expect(await refused('eth_getLogs', head)).toEqual([200, 0, 0]);
  });
});
