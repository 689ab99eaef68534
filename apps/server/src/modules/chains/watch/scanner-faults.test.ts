import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestChain } from '../../../../test/parts/chain';
import { createTestDatabase } from '../../../../test/parts/database';
import { type RpcCall, type RpcProxy, startRpcProxy } from '../../../../test/parts/rpc-proxy';
import { createScanner, cursorOf, type Scanner, topicsOf, transfersOf, until, untilRead, watch } from '../../../../test/scanner';
import type { NetworkSettings } from '../../../config';
import { displayAddress } from '../addresses/addresses';

const ALICE = displayAddress('evm', `0x${'a1'.repeat(20)}`);
const chain = await startTestChain();
const [bad, good, third]: [RpcProxy, RpcProxy, RpcProxy] = [
  await startRpcProxy(chain.url),
  await startRpcProxy(chain.url),
  await startRpcProxy(chain.url),
];
const opened: Scanner[] = [];
const drops: (() => Promise<void>)[] = [];
let databaseUrl: string;

const head = async () => (await chain.call<{ head: { number: number } }>('sandbox_info')).head.number;
const nodes = (...proxies: RpcProxy[]) => ({ endpoints: proxies.map(({ url }) => ({ url })), quorum: 2 });
async function open(changes: Partial<NetworkSettings>): Promise<Scanner> {
  const scanner = createScanner(databaseUrl, [
    chain.settings('ERC20', { startBlock: (await head()) + 1, requestTimeoutMs: 2_000, ...changes }),
  ]);
  opened.push(scanner);
  await watch(scanner, 'ERC20', ALICE);
  scanner.startWatching();
  return scanner;
}
/** As after a restart: back-off is forgotten, so a test need not wait for it. */
async function openAgain(scanner: Scanner): Promise<Scanner> {
  await scanner.stopWatching();
  const next = createScanner(databaseUrl, scanner.networks);
  opened.push(next);
  next.startWatching();
  return next;
}
/** Paid, seen and final exactly once. */
async function expectPaid(scanner: Scanner, txHash: string, ms = 10_000): Promise<void> {
  await chain.mine(3);
  await until(async () => expect((await transfersOf(scanner.db)).filter((row) => row.final_at !== null)).toHaveLength(1), ms);
  expect(await transfersOf(scanner.db)).toMatchObject([{ tx_hash: txHash, state: 'seen' }]);
  expect((await topicsOf(scanner.db)).filter((topic) => topic === 'transfer.final')).toHaveLength(1);
}
const isLogs = (call: RpcCall) => call.method === 'eth_getLogs';
type Log = Record<string, unknown>;

beforeEach(async () => {
  const database = await createTestDatabase();
  databaseUrl = database.url;
  drops.push(database.drop);
});
afterEach(async () => {
  for (const scanner of opened.splice(0)) await scanner.stopWatching();
  for (const proxy of [bad, good, third]) Object.assign(proxy, { meddle: undefined, http: undefined });
});
afterAll(async () => {
  for (const drop of drops) await drop();
});

describe('a node that leaves out', () => {
  test('F11: some logs, which its receipts show, delays nothing', async () => {
    bad.meddle = (call) => (isLogs(call) ? [] : undefined);
    const scanner = await open(nodes(bad, good));
    const { txHash } = await chain.pay('ERC20', ALICE, 5_000_000n);
    await expectPaid(scanner, txHash);
  });

  test('F11: some logs and receipts is caught by the second node; nothing is lost', async () => {
    bad.meddle = (call) => (isLogs(call) ? [] : call.method === 'eth_getTransactionReceipt' ? null : undefined);
    const scanner = await open(nodes(bad, good));
    const { txHash } = await chain.pay('ERC20', ALICE, 5_000_000n);
    await until(async () => expect(await transfersOf(scanner.db)).toHaveLength(1));
    await chain.mine(3);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await transfersOf(scanner.db)).toMatchObject([{ final_at: null }]); // with two nodes one answer is not enough to credit
    bad.meddle = undefined;
    await expectPaid(scanner, txHash);
  });

  test('F11: all logs is caught without a second node, by its own blocks and receipts', async () => {
    bad.meddle = (call) => (isLogs(call) ? [] : undefined);
    const scanner = await open({ ...nodes(bad), soloProof: 'bloom' });
    const { txHash } = await chain.pay('ERC20', ALICE, 5_000_000n);
    await expectPaid(scanner, txHash);
  });

  test('F10: logs of blocks that its index has not reached, although it reports the newest block', async () => {
    const limit = await head();
    let lagging = true;
    bad.meddle = async (call, forward) => {
      if (!isLogs(call) || !lagging) return undefined;
      const logs = (await forward()) as Log[];
      return logs.filter((log) => Number.parseInt(String(log.blockNumber), 16) <= limit);
    };
    const scanner = await open({ ...nodes(bad), soloProof: 'receipts' });
    const { txHash } = await chain.pay('ERC20', ALICE, 5_000_000n);
    await until(async () => expect(await transfersOf(scanner.db)).toHaveLength(1));
    lagging = false;
    await expectPaid(scanner, txHash);
  });

  test('F10: the newest blocks does not make the cursor pass unread blocks', async () => {
    const known = await head();
    bad.meddle = async (call, forward) => {
      if (call.method === 'eth_getBlockByNumber' && call.params[0] === 'latest')
        return forward({ ...call, params: [`0x${known.toString(16)}`, false] });
      return undefined;
    };
    const scanner = await open(nodes(bad));
    const { txHash } = await chain.pay('ERC20', ALICE, 5_000_000n);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await cursorOf(scanner.db, 'ERC20')).next).toBeLessThanOrEqual(known + 1);
    bad.meddle = undefined;
    await expectPaid(scanner, txHash);
  });
});

test('F11: of three nodes is outvoted by two, without a delay', async () => {
  bad.meddle = (call) => (isLogs(call) ? [] : call.method === 'eth_getTransactionReceipt' ? null : undefined);
  const scanner = await open(nodes(bad, good, third));
  const { txHash } = await chain.pay('ERC20', ALICE, 5_000_000n);
  await expectPaid(scanner, txHash, 20_000);
});

describe('a node that lies', () => {
  const inventing = async (call: RpcCall, forward: () => Promise<unknown>, change: Log = {}): Promise<unknown> => {
    if (!isLogs(call)) return undefined;
    const logs = (await forward()) as Log[];
    const filter = call.params[0] as { address: string; toBlock: string };
    const block = await chain.call<{ hash: string }>('eth_getBlockByNumber', [filter.toBlock, false]);
    const invented = {
      address: filter.address,
      topics: [
        '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
        `0x${'7'.repeat(40).padStart(64, '0')}`,
        `0x${ALICE.slice(2).toLowerCase().padStart(64, '0')}`,
      ],
      data: `0x${(10n ** 12n).toString(16).padStart(64, '0')}`,
      blockNumber: filter.toBlock,
      blockHash: block.hash,
      transactionHash: `0x${'ab'.repeat(32)}`,
      logIndex: '0x0',
      removed: false,
      ...change,
    };
    return [...logs, invented];
  };

  test('F12: about a transfer is not believed: the second node has no receipt of it, and the first backs off', async () => {
    bad.meddle = (call, forward) => inventing(call, forward);
    const scanner = await open(nodes(bad, good));
    const { txHash } = await chain.pay('ERC20', ALICE, 5_000_000n);
    await until(async () => expect(await transfersOf(scanner.db)).toMatchObject([{ tx_hash: txHash }]));
    await chain.mine(4);
    await untilRead(scanner, 'ERC20', await head());
    // With two nodes configured nothing is final on one node's answer.
    expect(await transfersOf(scanner.db)).toMatchObject([{ tx_hash: txHash, final_at: null }]);
  });

  test.each([
    ['another contract', { address: `0x${'1'.repeat(40)}` }],
    ['a block of the future', { blockNumber: '0xffffff' }],
    ['a number beyond all numbers', { blockNumber: `0x${'f'.repeat(40)}` }],
    ['a negative number', { logIndex: '-0x1' }],
    ['a value of too many bytes', { data: `0x${'f'.repeat(80)}` }],
    ['a block hash that nobody has', { blockHash: `0x${'cd'.repeat(32)}` }],
  ])('F12: about %s gets no row', async (_what, change) => {
    bad.meddle = (call, forward) => inventing(call, forward, change);
    const scanner = await open({ ...nodes(bad), soloProof: 'bloom' });
    await chain.mine(3);
    await until(async () => expect((await cursorOf(scanner.db, 'ERC20')).error).not.toBeNull());
    expect(await transfersOf(scanner.db)).toEqual([]);
  });

  test('F12: about its chain is left out, and the other one continues', async () => {
    bad.meddle = (call) => (call.method === 'eth_chainId' ? '0x1' : undefined);
    const scanner = await open(nodes(bad, good));
    const { txHash } = await chain.pay('ERC20', ALICE, 5_000_000n);
    await until(async () => expect(await transfersOf(scanner.db)).toMatchObject([{ tx_hash: txHash, final_at: null }]));
  });
});

test('F14: nodes on different branches: nothing is final until they agree, and then once', async () => {
  const fork = await head();
  const other = (hash: unknown) => `0x${String(hash).slice(2).split('').reverse().join('')}`;
  bad.meddle = async (call, forward) => {
    if (isLogs(call)) return [];
    const answer = (await forward()) as Log | null;
    if (call.method !== 'eth_getBlockByNumber' || answer === null) return call.method === 'eth_getTransactionReceipt' ? null : answer;
    const number = Number.parseInt(String(answer.number), 16);
    if (number <= fork) return answer;
    return { ...answer, hash: other(answer.hash), parentHash: number === fork + 1 ? answer.parentHash : other(answer.parentHash) };
  };
  const scanner = await open(nodes(good, bad));
  const { txHash } = await chain.pay('ERC20', ALICE, 5_000_000n);
  await chain.mine(4);
  await until(async () => expect((await cursorOf(scanner.db, 'ERC20')).error).toContain('nodes disagree about block'));
  expect((await transfersOf(scanner.db)).filter((row) => row.final_at !== null)).toEqual([]);
  bad.meddle = undefined;
  await expectPaid(scanner, txHash);
});

test('F14: two partitioned nodes on different branches: only what both have is final, and only once', async () => {
  const scanner = await open(nodes(good));
  await chain.mine(2);
  await untilRead(scanner, 'ERC20', await head());
  await scanner.stopWatching();
  const fork = await startTestChain({ copyOf: chain });
  const here = await chain.pay('ERC20', ALICE, 5_000_000n);
  await fork.pay('ERC20', ALICE, 6_000_000n);
  await fork.mine(1);
  await chain.mine(1);
  const other = await startRpcProxy(fork.url);
  const both = createScanner(databaseUrl, [{ ...(scanner.networks[0] as NetworkSettings), ...nodes(good, other) }]);
  opened.push(both);
  both.startWatching();
  await until(async () => expect((await cursorOf(both.db, 'ERC20')).error).toContain('disagree'));
  expect(await transfersOf(both.db)).toEqual([]);
  await chain.mine(6); // this branch now leads clearly
  await until(async () => expect(await transfersOf(both.db)).toMatchObject([{ tx_hash: here.txHash, amount: 5_000_000n }]));
  expect((await topicsOf(both.db)).filter((topic) => topic === 'transfer.final')).toHaveLength(0); // the other one has not returned yet
  other.http = (_request, response) => Boolean(response.destroy());
  const alone = createScanner(databaseUrl, [{ ...(scanner.networks[0] as NetworkSettings), ...nodes(good, third) }]);
  opened.push(alone);
  await both.stopWatching();
  alone.startWatching();
  await expectPaid(alone, here.txHash, 20_000);
}, 60_000);

describe('F16: a node without history', () => {
  test('reports an error, which is not mistaken for an empty answer', async () => {
    const scanner = await open({ ...nodes(bad), soloProof: 'none' });
    await chain.mine();
    await untilRead(scanner, 'ERC20', await head());
    const { next } = await cursorOf(scanner.db, 'ERC20');
    bad.meddle = (call) => {
      if (isLogs(call)) throw { code: -32000, message: 'missing trie node: history has been pruned for this block' };
      return undefined;
    };
    const { txHash } = await chain.pay('ERC20', ALICE, 5_000_000n);
    await until(async () => expect((await cursorOf(scanner.db, 'ERC20')).error).toContain('missing trie node'));
    expect((await cursorOf(scanner.db, 'ERC20')).next).toBe(next);
    bad.meddle = undefined;
    await expectPaid(await openAgain(scanner), txHash);
  }, 60_000);

  test('restored to an older state is not followed: the cursor stays, and what it lost is found again', async () => {
    const older = await startTestChain({ copyOf: chain });
    let behind = false;
    bad.meddle = async (call) => (behind ? older.call(call.method, call.params) : undefined);
    const scanner = await open({ ...nodes(bad), soloProof: 'none' });
    await chain.mine(5);
    await untilRead(scanner, 'ERC20', await head());
    const { next } = await cursorOf(scanner.db, 'ERC20');
    behind = true;
    const { txHash } = await chain.pay('ERC20', ALICE, 5_000_000n);
    await until(async () => expect((await cursorOf(scanner.db, 'ERC20')).error).toContain('which was read before'));
    expect((await cursorOf(scanner.db, 'ERC20')).next).toBe(next);
    behind = false;
    await expectPaid(scanner, txHash, 20_000);
  }, 60_000);
});

describe('a node that refuses', () => {
  test('F13: large ranges and many results is asked for less', async () => {
    let widest = 0;
    bad.meddle = (call) => {
      if (!isLogs(call)) return undefined;
      const { fromBlock, toBlock } = call.params[0] as { fromBlock: string; toBlock: string };
      const span = Number.parseInt(toBlock, 16) - Number.parseInt(fromBlock, 16) + 1;
      if (span > 10) throw { code: -32602, message: 'exceed max block range: 10' };
      widest = Math.max(widest, span);
      return undefined;
    };
    await chain.mine(300);
    const scanner = await open({ ...nodes(bad), startBlock: (await head()) - 290, soloProof: 'none' });
    const { txHash } = await chain.pay('ERC20', ALICE, 5_000_000n);
    await expectPaid(scanner, txHash, 20_000);
    expect(widest).toBeGreaterThan(4);
  });

  test('F13: with 429, 403, broken JSON or silence is replaced by another, without a busy loop', async () => {
    const answers: ((response: import('node:http').ServerResponse) => void)[] = [
      (response) => response.writeHead(429).end(),
      (response) => response.writeHead(403).end('blocked'),
      (response) => response.end('<html>'),
      () => undefined,
    ];
    let count = 0;
    bad.http = (_request, response) => {
      answers[count % answers.length]?.(response);
      count += 1;
      return true;
    };
    const scanner = await open({ ...nodes(bad, good), requestTimeoutMs: 500, quorum: 1 });
    const { txHash } = await chain.pay('ERC20', ALICE, 5_000_000n);
    await expectPaid(scanner, txHash);
    expect(count).toBeLessThan(20);
  });

  test('F13: with endless answers, fast or slow, is cut off, and the other one continues', async () => {
    let sent = 0;
    bad.http = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const isDrip = sent++ % 2 === 1;
      const timer = setInterval(() => response.write(isDrip ? '[' : Buffer.alloc(8 * 1024 * 1024, 32)), isDrip ? 100 : 1);
      response.on('close', () => clearInterval(timer));
      return true;
    };
    const scanner = await open({ ...nodes(bad, good), requestTimeoutMs: 1_000, quorum: 1 });
    const { txHash } = await chain.pay('ERC20', ALICE, 5_000_000n);
    await expectPaid(scanner, txHash, 25_000);
  }, 60_000);

  test('F15: everything for a while delays expiry, and is read from where it stopped', async () => {
    const scanner = await open(nodes(bad));
    await chain.mine();
    await untilRead(scanner, 'ERC20', await head());
    bad.http = (_request, response) => Boolean(response.writeHead(500).end());
    const asked = new Date(Date.now() + 1_000);
    const { txHash } = await chain.pay('ERC20', ALICE, 5_000_000n);
    await until(async () => expect((await cursorOf(scanner.db, 'ERC20')).error).toContain('HTTP 500'));
    expect(await scanner.readPast('ERC20', asked)).toBe(false);
    bad.http = undefined;
    await new Promise((resolve) => setTimeout(resolve, 2_000)); // chain time has to pass the requested time
    await expectPaid(scanner, txHash);
    expect(await scanner.readPast('ERC20', asked)).toBe(true);
  });

  test('F13: a whole block contract-wide is asked for our recipients only', async () => {
    bad.meddle = (call) => {
      const { topics } = (call.params[0] ?? {}) as { topics?: unknown[] };
      if (isLogs(call) && topics?.length === 1) throw { code: -32005, message: 'query returned more than 10000 results' };
      return undefined;
    };
    const scanner = await open({ ...nodes(bad), recipientsMax: 1 });
    for (const digit of ['2', '3', '4', '5']) await watch(scanner, 'ERC20', `0x${digit.repeat(40)}`, digit);
    const { txHash } = await chain.pay('ERC20', ALICE, 5_000_000n);
    await expectPaid(scanner, txHash, 20_000);
  });
});
