import { expect, onTestFinished, test, vi } from 'vitest';
import { createPolls } from '../../../../../test/evm-polls';
import { createManualClock } from '../../../../../test/nodes/clock';
import { createSimulatedEvm } from '../../../../../test/nodes/evm/evm-chain';
import { nowAndThen } from '../../../../../test/nodes/machines';
import { startTestNode } from '../../../../../test/nodes/test-node';
import { displayAddress } from '../../addresses/addresses';

const KEY = `0x${'a1'.repeat(20)}`;
const ALICE = displayAddress('tron', KEY);
const HTTP = '/wallet/gettransactioninfobyblocknum';
const START = Date.parse('2026-11-16T00:00:00Z');

/** TRON at mainnet size, on a single node that lacks some methods. */
async function start(missing: readonly string[], machineLag?: () => number) {
  const clock = createManualClock(START);
  const chain = createSimulatedEvm({ network: 'TRON', now: clock.now });
  const node = await startTestNode(chain, { now: clock.now, faults: { missing: new Set(missing), machineLag } });
  const polls = createPolls({ chain, clock, nodes: [node], watched: [KEY], isOpen: true });
  const isAtTip = () => polls.cursor.nextBlock === chain.head().number; // one block of margin is kept
  return { chain, clock, node, polls, isAtTip };
}

test('without eth_getBlockReceipts the HTTP API proves each block of 250 transactions with one call', async () => {
  const { node, polls, isAtTip } = await start(['eth_getBlockReceipts']);
  node.faults.omits = ({ method }) => method === 'eth_getLogs'; // the log index is empty: only receipts show the payment
  await polls.poll({ background: 250 });
  await polls.poll({ background: 250, transfers: [{ to: ALICE, raw: 25_500_000n }] });
  for (let n = 0; n < 4; n += 1) {
    await polls.poll({ background: 250 });
    expect(isAtTip()).toBe(true);
  }
  expect([...polls.found.values()].map(({ raw }) => raw)).toEqual(Array.from({ length: polls.found.size }, () => 25_500_000n));
  expect(polls.found.size).toBeGreaterThan(0);
  expect(node.calls.get('eth_getBlockReceipts')).toBe(1); // asked once, then remembered
  expect(node.calls.get('eth_getTransactionReceipt') ?? 0).toBe(0);
  expect(node.calls.get(HTTP)).toBeGreaterThan(5);
  expect(polls.adapter.assurance().notes).toEqual(['single_node']);
}, 120_000);

test('with neither method it reads logs alone, keeps up, asks for receipts once and reports what it cannot prove', async () => {
  const { node, polls, isAtTip } = await start(['eth_getBlockReceipts', HTTP]);
  await polls.poll({ background: 250 });
  await polls.poll({ background: 250, transfers: [{ to: ALICE, raw: 25_500_000n }] });
  for (let n = 0; n < 4; n += 1) {
    await polls.poll({ background: 250 });
    expect(isAtTip()).toBe(true);
  }
  expect(polls.found.size).toBeGreaterThan(0);
  expect([node.calls.get('eth_getBlockReceipts'), node.calls.get('eth_getTransactionReceipt') ?? 0]).toEqual([1, 0]);
  expect(polls.adapter.assurance().notes).toEqual(['single_node', 'logs_unproven', 'no_block_receipts']);
}, 120_000);

test('two empty answers of the HTTP API do not end the proof; a node that gives no other is read by its logs', async () => {
  const { node, polls, isAtTip } = await start(['eth_getBlockReceipts']);
  const pay = { background: 250, transfers: [{ to: ALICE, raw: 25_500_000n }] };
  await polls.poll({ background: 250 });
  let left = 2; // it is asked again at once
  node.faults.answers = ({ method }) => (method === HTTP && left-- > 0 ? {} : undefined);
  await expect(polls.poll({ background: 250 })).rejects.toThrow('are not there');
  expect(polls.adapter.assurance().notes).toEqual(['single_node']);
  node.faults.omits = ({ method }) => method === 'eth_getLogs';
  await polls.poll(pay);
  await polls.poll({ background: 250 });
  expect(polls.found.size).toBeGreaterThan(0); // only the receipts show it
  left = Number.MAX_SAFE_INTEGER;
  for (let n = 0; n < 3; n += 1) await polls.poll({ background: 250 }).catch(() => undefined);
  for (let n = 0; n < 2; n += 1) {
    await polls.poll({ background: 250 });
    expect(isAtTip()).toBe(true);
  }
  expect(polls.adapter.assurance().notes).toContain('logs_unproven');
}, 120_000);

test.each([[[]], [['eth_getBlockReceipts']]])(
  'machines that are one block behind cost a poll in a hundred (without %s)',
  async (missing) => {
    vi.useFakeTimers({ toFake: ['Date'], now: START }); // nodes that failed rest in chain time
    onTestFinished(() => void vi.useRealTimers());
    const { polls, clock } = await start(missing, nowAndThen(5, 0.05, 1, 0));
    let failed = 0;
    for (let n = 0; n < 100; n += 1) {
      vi.setSystemTime(clock.now());
      await polls.poll({ background: 40 }).catch(() => {
        failed += 1;
      });
    }
    expect(failed).toBeLessThanOrEqual(2);
  },
  120_000,
);

test('a failed transaction is no payment, through the HTTP API as well', async () => {
  const { node, polls } = await start(['eth_getBlockReceipts']);
  await polls.poll({ background: 3 });
  await polls.poll({ background: 3, transactions: [{ transfers: [{ to: ALICE, raw: 1_000_000n }], failed: true }] });
  await polls.poll({ background: 3 });
  expect(node.calls.get(HTTP)).toBeGreaterThan(1);
  expect(polls.found.size).toBe(0);
});

test('a transaction is found by its hash as explorers write it; an unknown one is undefined', async () => {
  const { chain, polls } = await start([]);
  const { txHash, block } = chain.pay(ALICE, 25_500_000n);
  expect(await polls.adapter.lookUp(txHash.slice(2).toUpperCase())).toMatchObject([
    { txHash, toAddress: ALICE, raw: 25_500_000n, block: { number: block.number, hash: block.hash } },
  ]);
  expect(await polls.adapter.lookUp(`0x${'0'.repeat(64)}`)).toBeUndefined();
  expect(await polls.adapter.lookUp('no hash')).toBeUndefined();
});
