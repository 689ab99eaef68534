import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPolls, IDLE_POLL_MS, perDay, totalOf } from '../../../../../test/evm-polls';
import { createManualClock } from '../../../../../test/nodes/clock';
import { createSimulatedEvm } from '../../../../../test/nodes/evm/evm-chain';
import type { EvmNetwork } from '../../../../../test/nodes/evm/evm-types';
import { LIMITS } from '../../../../../test/nodes/limits';
import { nowAndThen } from '../../../../../test/nodes/machines';
import type { NodeFaults } from '../../../../../test/nodes/node-types';
import { startTestNode } from '../../../../../test/nodes/test-node';
import { PROFILES } from '../../../../config-network-profiles';
import { displayAddress } from '../../addresses/addresses';

const KEY = `0x${'a1'.repeat(20)}`;
/** Maximum requests per day and node: idle, and with an invoice open all day while a transfer awaits finality. */
const BUDGETS: readonly { network: EvmNetwork; nodes: 1 | 2; idle: number; open: number; background: number }[] = [
  { network: 'TRON', nodes: 2, idle: 20_000, open: 80_000, background: 3 },
  { network: 'TRON', nodes: 1, idle: 30_000, open: 100_000, background: 250 },
  { network: 'BEP20', nodes: 2, idle: 20_000, open: 100_000, background: 0 },
  { network: 'BEP20', nodes: 1, idle: 30_000, open: 150_000, background: 0 },
  { network: 'ERC20', nodes: 2, idle: 20_000, open: 100_000, background: 0 },
  { network: 'ERC20', nodes: 1, idle: 30_000, open: 150_000, background: 0 },
  { network: 'POLYGON', nodes: 2, idle: 20_000, open: 100_000, background: 0 },
  { network: 'POLYGON', nodes: 1, idle: 30_000, open: 150_000, background: 0 },
];

async function world(
  network: EvmNetwork,
  nodeCount: number,
  isOpen: boolean,
  faultsOf: (seed: number) => Partial<NodeFaults> = () => ({}),
) {
  const clock = createManualClock(Date.parse('2026-11-16T00:00:00Z'));
  const chain = createSimulatedEvm({ network, now: clock.now });
  const nodes = [];
  while (nodes.length < nodeCount) nodes.push(await startTestNode(chain, { now: clock.now, faults: faultsOf(nodes.length) }));
  return { chain, clock, nodes, polls: createPolls({ chain, clock, nodes, watched: [KEY], isOpen }) };
}

describe('requests per day and node', () => {
  test.each(BUDGETS)(
    '$network with $nodes node(s): $open while an invoice is open, $idle while none is',
    async (budget) => {
      const { network, nodes: nodeCount, background } = budget;
      for (const isOpen of [true, false]) {
        const { nodes, polls } = await world(network, nodeCount, isOpen);
        const [count, pollEveryMs] = isOpen ? [background > 100 ? 20 : 40, PROFILES.mainnet[network].pollMs] : [20, IDLE_POLL_MS];
        await polls.poll({ background }); // the first poll also asks for chain id and decimals
        const before = nodes.map(totalOf);
        for (let n = 0; n < count; n += 1) await polls.poll({ background: isOpen ? background : Math.min(3, background) });
        const costs = nodes.map((node, index) => perDay(totalOf(node) - (before[index] ?? 0), count, pollEveryMs));
        const detail = JSON.stringify(nodes.map(({ calls }) => [...calls]));
        expect(Math.max(...costs), `${isOpen ? 'open' : 'idle'}: ${costs.join(', ')} ${detail}`).toBeLessThan(
          isOpen ? budget.open : budget.idle,
        );
      }
    },
    120_000,
  );
});

test('with two nodes a payment costs no block to be seen, where logs name its time', async () => {
  const blocksAsked = async (logTimes: boolean, pays: boolean) => {
    const { nodes, polls } = await world('BEP20', 2, true, () => ({ logTimes }));
    for (let n = 0; n < 12; n += 1) await polls.poll(pays ? { transfers: [{ to: KEY, raw: 10n ** 18n }] } : {});
    expect(polls.found.size > 0).toBe(pays);
    return Math.max(...nodes.map(({ calls }) => calls.get('eth_getBlockByNumber') ?? 0));
  };
  const quiet = await blocksAsked(true, false);
  expect(await blocksAsked(true, true)).toBe(quiet);
  expect(await blocksAsked(false, true)).toBeGreaterThan(quiet);
});

describe('with 5% of the calls at a machine some blocks behind', () => {
  const inTwenty = (blocks: number) => (seed: number) => ({ machineLag: nowAndThen(seed, 0.05, blocks, 0) });

  async function costOf(network: EvmNetwork, nodeCount: number, faultsOf: (seed: number) => Partial<NodeFaults>): Promise<number> {
    const { nodes, polls, clock } = await world(network, nodeCount, true, faultsOf);
    const count = 60;
    const poll = async () => {
      vi.setSystemTime(clock.now());
      await polls.poll().catch(() => undefined);
    };
    for (let n = 0; n < 3; n += 1) await poll();
    const before = nodes.map(totalOf);
    for (let n = 0; n < count; n += 1) await poll();
    return Math.max(...nodes.map((node, index) => perDay(totalOf(node) - (before[index] ?? 0), count, PROFILES.mainnet[network].pollMs)));
  }

  test.each(BUDGETS.filter(({ network }) => network !== 'TRON'))(
    '$network with $nodes node(s): the budget holds, and three blocks behind cost little more than none',
    async ({ network, nodes, open }) => {
      vi.useFakeTimers({ toFake: ['Date'] }); // nodes that failed rest in chain time
      onTestFinished(() => void vi.useRealTimers());
      expect(await costOf(network, nodes, inTwenty(1))).toBeLessThan(open);
      expect(await costOf(network, nodes, inTwenty(3))).toBeLessThan(1.2 * (await costOf(network, nodes, () => ({}))));
    },
    120_000,
  );

  test.each(['ERC20', 'BEP20'] as const)(
    '%s: the blocks of an outage still need few calls',
    async (network) => {
      const { nodes, polls, clock } = await world(network, 2, true, inTwenty(3));
      vi.useFakeTimers({ toFake: ['Date'] });
      onTestFinished(() => void vi.useRealTimers());
      const poll = async () => {
        vi.setSystemTime(clock.now());
        await polls.poll().catch(() => undefined);
      };
      for (let n = 0; n < 100; n += 1) await poll();
      polls.pause(8_000 * PROFILES.mainnet[network].blockMs);
      const before = nodes.map((node) => node.calls.get('eth_getLogs') ?? 0);
      for (let n = 0; n < 3; n += 1) await poll();
      expect(polls.cursor.nextBlock).toBeGreaterThan(9_000);
      for (const [index, node] of nodes.entries()) expect((node.calls.get('eth_getLogs') ?? 0) - (before[index] ?? 0)).toBeLessThan(20);
    },
    120_000,
  );
});

test.each(['TRON', 'BEP20', 'ERC20', 'POLYGON'] as const)(
  '%s: a payment is seen within 10 s of its block',
  async (network) => {
    for (const nodeCount of [1, 2]) {
      const { polls, chain } = await world(network, nodeCount, true);
      const to = displayAddress(network === 'TRON' ? 'tron' : 'evm', KEY);
      const raw = network === 'BEP20' ? 10n ** 18n : 1_000_000n;
      for (let n = 0; n < 30; n += 1) await polls.poll({ transfers: [{ to, raw }] });
      const made = chain.truth().filter(({ block }) => block < (polls.cursor.nextBlock ?? 0));
      expect(polls.delaysMs.size).toBe(made.length);
      expect(made.length).toBeGreaterThan(5);
      expect(Math.max(...polls.delaysMs.values())).toBeLessThanOrEqual(10_000);
    }
  },
  120_000,
);

test('a log that a single node indexes late is found within a minute', async () => {
  const { polls, chain, nodes } = await world('BEP20', 1, true);
  const [node] = nodes;
  await polls.poll();
  const { txHash, block } = chain.pay(displayAddress('evm', KEY), 10n ** 18n);
  if (node !== undefined) node.faults.omits = ({ method }) => method === 'eth_getLogs';
  await polls.poll();
  await polls.poll();
  expect(polls.cursor.nextBlock).toBeGreaterThan(block.number);
  expect(polls.found.size).toBe(0);
  expect(polls.adapter.assurance().notes).toEqual(['single_node', 'logs_unproven']);
  node?.heal();
  for (let ms = 0; ms < 60_000 && polls.found.size === 0; ms += PROFILES.mainnet.BEP20.pollMs) await polls.poll();
  expect([...polls.found.values()]).toMatchObject([{ txHash }]);
}, 120_000);

test('a log that a single node indexes minutes late is found however long the watcher was away', async () => {
  const { polls, chain, nodes } = await world('ERC20', 1, true);
  const [node] = nodes;
  await polls.poll();
  const { txHash } = chain.pay(displayAddress('evm', KEY), 1_000_000n);
  polls.away(1_200_000); // 100 blocks, far more than an overlap
  if (node !== undefined) node.faults.omits = ({ method }) => method === 'eth_getLogs';
  await polls.poll();
  polls.away(0); // and the process that had read it is gone
  expect(polls.found.size).toBe(0);
  for (let ms = 0; ms < 240_000; ms += PROFILES.mainnet.ERC20.pollMs) await polls.poll();
  node?.heal();
  for (let ms = 0; ms < 360_000 && polls.found.size === 0; ms += PROFILES.mainnet.ERC20.pollMs) await polls.poll();
  expect([...polls.found.values()]).toMatchObject([{ txHash }]);
}, 120_000);

test('a node limited to ten blocks per call keeps up with BNB Smart Chain and still rereads its overlap', async () => {
  const clock = createManualClock(Date.parse('2026-11-16T00:00:00Z'));
  const chain = createSimulatedEvm({ network: 'BEP20', now: clock.now });
  const node = await startTestNode(chain, { now: clock.now, limits: { ...LIMITS.alchemyFree, rate: { calls: 1_000, windowMs: 1_000 } } });
  for (const isOpen of [true, false]) {
    const polls = createPolls({ chain, clock, nodes: [node], watched: [KEY], isOpen });
    for (let n = 0; n < 25; n += 1) {
      await polls.poll();
      expect(polls.cursor.nextBlock).toBe(chain.head().number - PROFILES.mainnet.BEP20.tipMargin + 1);
    }
  }
}, 120_000);
