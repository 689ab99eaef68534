import { afterEach, describe, expect, test, vi } from 'vitest';
import { createPolls } from '../../../../../test/evm-polls';
import { createManualClock } from '../../../../../test/nodes/clock';
import { createSimulatedEvm } from '../../../../../test/nodes/evm/evm-chain';
import type { NodeFaults } from '../../../../../test/nodes/node-types';
import { Refusal } from '../../../../../test/nodes/refusals';
import type { SimulatedNode } from '../../../../../test/nodes/start-node';
import { startTestNode } from '../../../../../test/nodes/test-node';
import { PROFILES } from '../../../../config-network-profiles';
import { displayAddress } from '../../addresses/addresses';
import type { ProvableTransfer } from '../../chains.domain';

const KEY = `0x${'a1'.repeat(20)}`;
/** In blocks, of which each poll sees two. */
const DEPTH = 20;

async function world(nodeCount: number, minDepth = 2) {
  const clock = createManualClock(Date.parse('2026-11-16T00:00:00Z'));
  const chain = createSimulatedEvm({ network: 'POLYGON', now: clock.now, finalityDepth: DEPTH });
  chain.mineMany(50);
  const nodes: SimulatedNode[] = [];
  while (nodes.length < nodeCount) nodes.push(await startTestNode(chain, { now: clock.now }));
  const polls = createPolls({ chain, clock, nodes, watched: [KEY], isOpen: true, changes: { minDepth } });
  await polls.poll();
  const pay = async (): Promise<ProvableTransfer> => {
    const { txHash } = chain.pay(displayAddress('evm', KEY), 1_000_000n);
    await polls.poll();
    const found = [...polls.found.values()].find((transfer) => transfer.txHash === txHash);
    if (found === undefined) throw new Error('the payment was not read');
    return { ...found, id: txHash, blockNumber: found.block.number, blockHash: found.block.hash };
  };
  const verdict = async (transfer: ProvableTransfer) => (await polls.adapter.confirm([transfer])).get(transfer.id);
  return { chain, nodes, polls, pay, verdict };
}

type Answers = NonNullable<NodeFaults['answers']>;
const asksFinality = ({ method, params }: Parameters<Answers>[0]) => method === 'eth_getBlockByNumber' && params[0] === 'finalized';
/** bor, without a valid milestone. */
const refuses: Answers = (call, honest) => {
  if (asksFinality(call)) throw new Refusal({ code: -32000, message: 'finalized block not found' });
  return honest();
};
const failsReceipts: Answers = ({ method }) => {
  if (method === 'eth_getTransactionReceipt') throw new Refusal({ status: 500, code: -32603, message: 'Internal error' });
  return undefined;
};
const setAnswers = (nodes: readonly SimulatedNode[], answers: NodeFaults['answers']) => {
  for (const node of nodes) node.faults.answers = answers;
};

describe('a node that cannot name its final block', () => {
  test.each([1, 2])('is read on (%i nodes), and credits when it can again', async (nodeCount) => {
    const { nodes, pay, verdict, polls, chain } = await world(nodeCount);
    setAnswers(nodes, refuses);
    const transfer = await pay();
    for (let count = 0; count < DEPTH; count += 1) await polls.poll();
    expect(polls.cursor.nextBlock).toBe(chain.head().number);
    expect(await verdict(transfer)).toBe('wait');
    setAnswers(nodes, undefined);
    expect(await verdict(transfer)).toBe('final');
  });

  test('is read from the start, too', async () => {
    const { nodes, polls, chain } = await world(1);
    setAnswers(nodes, refuses);
    polls.away(0); // another process
    await polls.poll();
    expect(polls.cursor.nextBlock).toBe(chain.head().number);
  });
});

describe('a wrong answer about finality', () => {
  test('given once credits nothing, neither then nor later', async () => {
    const { chain, nodes, pay, verdict, polls } = await world(1);
    const transfer = await pay();
    setAnswers(nodes, (call, honest) => {
      if (!asksFinality(call)) return honest();
      setAnswers(nodes, undefined);
      return nodes[0] && chain.methodsOf(nodes[0]).eth_getBlockByNumber?.(['latest', false]);
    });
    while (nodes[0]?.faults.answers !== undefined) await polls.poll();
    await polls.poll();
    expect(chain.head().number - transfer.blockNumber).toBeLessThan(DEPTH);
    expect(await verdict(transfer)).toBe('wait');
    const { finalBlock } = await polls.adapter.step({ ...polls.cursor, nextBlock: null, checkpoint: undefined, isOpen: true });
    expect(finalBlock).toBeLessThan(transfer.blockNumber);
    for (let count = 0; count < DEPTH; count += 1) await polls.poll();
    expect(await verdict(transfer)).toBe('final');
  });

  test('given always credits nothing above the least depth of the network', async () => {
    const { chain, nodes, pay, verdict, polls } = await world(1, 5);
    setAnswers(nodes, (call, honest) =>
      asksFinality(call) && nodes[0] ? chain.methodsOf(nodes[0]).eth_getBlockByNumber?.(['latest', false]) : honest(),
    );
    const transfer = await pay();
    while (chain.head().number - transfer.blockNumber < 4) await polls.poll();
    expect(await verdict(transfer)).toBe('wait');
    await polls.poll();
    expect(await verdict(transfer)).toBe('final');
  });

  test('of two nodes that call different blocks of one height final neither is believed', async () => {
    const { chain, nodes, pay, verdict, polls } = await world(2);
    const transfer = await pay();
    while (chain.head().number - transfer.blockNumber < DEPTH) await polls.poll();
    expect(await verdict(transfer)).toBe('final');
    const [, other] = nodes;
    if (other !== undefined)
      other.faults.answers = (call, honest) => (asksFinality(call) ? { ...(honest() as object), hash: `0x${'9'.repeat(64)}` } : honest());
    expect(await verdict(transfer)).toBe('wait');
  });

  test('of three nodes one that calls another block final holds up nothing', async () => {
    const { chain, nodes, pay, verdict, polls } = await world(3);
    const transfer = await pay();
    while (chain.head().number - transfer.blockNumber < DEPTH) await polls.poll();
    const [odd] = nodes;
    if (odd !== undefined)
      odd.faults.answers = (call, honest) => (asksFinality(call) ? { ...(honest() as object), hash: `0x${'9'.repeat(64)}` } : honest());
    const verdicts = [await verdict(transfer), await verdict(transfer), await verdict(transfer)];
    expect(verdicts).toEqual(['wait', 'wait', 'final']);
  });
});

describe('a node whose evidence is of no use any more', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Polls for this long, by the clock that nodes are judged by as well. */
  async function pass({ polls }: Awaited<ReturnType<typeof world>>, ms: number): Promise<void> {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { pollMs } = PROFILES.mainnet.POLYGON;
    for (let passed = 0; passed < ms; passed += pollMs) {
      vi.setSystemTime(Date.now() + pollMs);
      await polls.poll();
    }
  }

  test.each<[string, (node: SimulatedNode, head: number) => void]>([
    ['its head stands still', (node, head) => Object.assign(node.faults, { frozenAt: head })],
    ['it cannot name its final block', (node) => Object.assign(node.faults, { finality: 'refused' })],
    ['its final block stands still', (node, head) => Object.assign(node.faults, { finality: head - DEPTH })],
    ['it refuses every receipt', (node) => Object.assign(node.faults, { refusesReceipt: () => true })],
    ['it answers requests for receipts with HTTP 500', (node) => Object.assign(node.faults, { answers: failsReceipts })],
  ])('%s: it is not waited for, and counts again when it has recovered', async (_, breakDown) => {
    const parts = await world(2);
    const { chain, nodes, pay, verdict, polls } = parts;
    const transfer = await pay();
    const [, second] = nodes;
    if (second !== undefined) breakDown(second, chain.head().number);
    await pass(parts, 60_000);
    expect(await verdict(transfer)).toBe('wait');
    await pass(parts, 240_000); // five minutes after its block
    expect(await verdict(transfer)).toBe('final');
    expect(polls.adapter.assurance()).toMatchObject({
      nodes: 2,
      reachable: 1,
      needed: 1,
      notes: expect.arrayContaining(['quorum_reduced']),
    });
    expect((await polls.adapter.step({ ...polls.cursor, checkpoint: undefined, isOpen: true })).finalBlock).toBeGreaterThan(
      transfer.blockNumber,
    );
    second?.heal();
    await pass(parts, 120_000);
    expect(await verdict(transfer)).toBe('final');
    expect(polls.adapter.assurance()).toMatchObject({ nodes: 2, reachable: 2, needed: 2 });
  });

  test('one receipt that it refuses is no reason to do without it', async () => {
    const parts = await world(2);
    const { chain, nodes, pay, verdict, polls } = parts;
    const [odd, other] = [await pay(), await pay()];
    if (nodes[1] !== undefined) nodes[1].faults.refusesReceipt = (txHash) => txHash === odd.txHash;
    while (chain.head().number - other.blockNumber < DEPTH) await polls.poll();
    const both = () => polls.adapter.confirm([odd, other]);
    for (let minute = 0; minute < 5; minute += 1) {
      expect([...(await both()).values()]).toEqual(['wait', 'final']);
      await pass(parts, 60_000);
    }
    expect(await verdict(other)).toBe('final');
    expect(polls.adapter.assurance()).toMatchObject({ reachable: 2, needed: 2 });
  });

  test('one error that a third one makes up for is a hiccup', async () => {
    const parts = await world(3);
    const { chain, nodes, pay, verdict, polls } = parts;
    const transfer = await pay();
    while (chain.head().number - transfer.blockNumber < DEPTH) await polls.poll();
    if (nodes[0] !== undefined) nodes[0].faults.refusesReceipt = () => true;
    expect([await verdict(transfer), await verdict(transfer)]).toEqual(['wait', 'final']);
    await pass(parts, 120_000);
    expect(polls.adapter.assurance()).toMatchObject({ nodes: 3, reachable: 3, needed: 2 });
  });

  test('it is replaced by a third one', async () => {
    const parts = await world(3);
    const { nodes, pay, verdict, polls } = parts;
    const transfer = await pay();
    if (nodes[0] !== undefined) nodes[0].faults.finality = 'refused';
    await pass(parts, 180_000);
    expect(await verdict(transfer)).toBe('final');
    expect(polls.adapter.assurance()).toMatchObject({ nodes: 3, reachable: 2, needed: 2 });
  });

  test('all of them: they are shown as out of reach, and nothing is credited', async () => {
    const parts = await world(2);
    const { nodes, pay, verdict, polls } = parts;
    const transfer = await pay();
    for (const node of nodes) node.faults.finality = 'refused';
    await pass(parts, 180_000);
    expect(await verdict(transfer)).toBe('wait');
    expect(polls.adapter.assurance()).toMatchObject({ reachable: 0, notes: ['quorum_reduced', 'quorum_not_reached'] });
    for (const node of nodes) node.heal();
    expect(await verdict(transfer)).toBe('final');
  });

  test('the only one: a head that stands still is no node within reach', async () => {
    const parts = await world(1);
    const { chain, nodes, polls } = parts;
    if (nodes[0] !== undefined) nodes[0].faults.frozenAt = chain.head().number;
    await pass(parts, 120_000);
    expect(polls.adapter.assurance()).toMatchObject({ nodes: 1, reachable: 0, notes: expect.arrayContaining(['quorum_not_reached']) });
  });
});
