import { expect, test } from 'vitest';
import { createPolls, IDLE_POLL_MS, perDay, totalOf } from '../../../../test/evm-polls';
import { createManualClock } from '../../../../test/nodes/clock';
import { createSimulatedEvm } from '../../../../test/nodes/evm/evm-chain';
import type { EvmNetwork } from '../../../../test/nodes/evm/evm-types';
import { startTestNode } from '../../../../test/nodes/test-node';
import { loadNetworks } from '../../../config';
import type { NetworkSettings } from '../../../config-networks';
import { displayAddress } from '../addresses/addresses';
import { FAMILY_OF } from '../chains.domain';
import { costOf, methodsOf, shareOpen, totalOf as sumOf } from './rpc-cost';

const networks = loadNetworks({});
const settingsOf = (network: string): NetworkSettings => {
  const found = networks.find((one) => one.network === network);
  if (found === undefined) throw new Error(`no ${network}`);
  return found;
};
const cost = (network: string, nodes: number, invoicesPerDay = 0, addresses = 20) =>
  costOf(settingsOf(network), { nodes, invoicesPerDay, addresses });

/** Maximum requests per day and node: idle, and with something open all day. */
test.each([
  ['TRON', 2, 20_000, 80_000],
  ['TRON', 1, 30_000, 100_000],
  ['BEP20', 2, 20_000, 100_000],
  ['BEP20', 1, 30_000, 150_000],
  ['ERC20', 2, 20_000, 100_000],
  ['ERC20', 1, 30_000, 150_000],
  ['POLYGON', 2, 20_000, 100_000],
  ['POLYGON', 1, 30_000, 150_000],
])('%s with %i node(s) costs less than %i and %i', (network, nodes, idle, open) => {
  expect(cost(network, nodes).idle).toBeLessThan(idle);
  expect(cost(network, nodes).open).toBeLessThan(open);
});

/** Of the measured figure; polls that read the overlap or prove a block make the difference. */
const TOLERANCE = 0.15;

test.each([
  ['TRON', 2],
  ['TRON', 1],
  ['BEP20', 2],
  ['ERC20', 2],
  ['POLYGON', 2],
  ['POLYGON', 1],
] as const)('%s with %i node(s): what is reckoned is what simulated nodes count', async (network, nodeCount) => {
  for (const isOpen of [true, false]) {
    const clock = createManualClock(Date.parse('2026-11-16T00:00:00Z'));
    const chain = createSimulatedEvm({ network, now: clock.now });
    const nodes = [];
    while (nodes.length < nodeCount) nodes.push(await startTestNode(chain, { now: clock.now }));
    const polls = createPolls({ chain, clock, nodes, watched: [`0x${'a1'.repeat(20)}`], isOpen });
    await polls.poll({ background: 1 }); // the first poll also asks for chain id and decimals
    const before = nodes.map(totalOf);
    const [count, pollEveryMs] = isOpen ? [60, settingsOf(network).pollMs] : [20, IDLE_POLL_MS];
    for (let n = 0; n < count; n += 1) await polls.poll({ background: 1 });
    const measured = perDay(Math.max(...nodes.map((node, index) => totalOf(node) - (before[index] ?? 0))), count, pollEveryMs);
    const { open, idle } = cost(network, nodeCount, 0, 1);
    const reckoned = isOpen ? open : idle;
    expect(Math.abs(reckoned - measured), `${isOpen ? 'open' : 'idle'}: ${measured} measured, ${reckoned} reckoned`).toBeLessThan(
      measured * TOLERANCE,
    );
  }
});

test('a thousand idle Solana owners cost less than 20,000; those with an open invoice set the pace', () => {
  expect(cost('SOLANA', 2, 0, 1_000).idle).toBeLessThan(20_000);
  const [few, many] = [cost('SOLANA', 2, 10, 1_000), cost('SOLANA', 2, 1_000, 1_000)];
  expect(many.open).toBeGreaterThan(few.open * 2);
});

test('more invoices keep a network open for longer, and the expected cost lies between idle and open all day', () => {
  expect([shareOpen(0), shareOpen(48), shareOpen(10_000)].map((share) => Math.round(share * 100))).toEqual([0, 63, 100]);
  for (const invoices of [0, 1, 10, 100, 1_000]) {
    const { idle, open, expected } = cost('TRON', 2, invoices);
    expect(expected).toBeGreaterThanOrEqual(idle);
    expect(expected).toBeLessThanOrEqual(open);
  }
  expect(cost('TRON', 2, 100).expected).toBeGreaterThan(cost('TRON', 2, 10).expected);
});

test('more addresses than a filter takes cost more calls', () => {
  expect(cost('BEP20', 2, 0, 1_001).idle).toBeGreaterThan(cost('BEP20', 2, 0, 1_000).idle);
});

test('the calls by method are the calls', () => {
  for (const network of ['TRON', 'BEP20', 'SOLANA'])
    for (const nodes of [1, 2]) {
      const question = { nodes, invoicesPerDay: 100, addresses: 20 };
      const { open, expected } = methodsOf(settingsOf(network), question);
      expect([Math.round(sumOf(open)), Math.round(sumOf(expected))]).toEqual([
        cost(network, nodes, 100).open,
        cost(network, nodes, 100).expected,
      ]);
    }
});

/** What payments cost a node until they are final, beyond reading, by method. */
async function paymentCalls(network: EvmNetwork, nodeCount: number, logTimes: boolean) {
  const key = `0x${'a1'.repeat(20)}`;
  const callsOf = async (pays: boolean) => {
    const clock = createManualClock(Date.parse('2026-11-16T00:00:00Z'));
    const chain = createSimulatedEvm({ network, now: clock.now });
    const nodes = [];
    while (nodes.length < nodeCount) nodes.push(await startTestNode(chain, { now: clock.now, faults: { logTimes } }));
    const polls = createPolls({ chain, clock, nodes, watched: [key], isOpen: true });
    const transfers = pays ? [{ to: displayAddress(FAMILY_OF[network], key), raw: 10n ** 18n }] : [];
    for (let n = 0; n < 3; n += 1) await polls.poll({ background: 1, transfers });
    for (let n = 0; n < 40; n += 1) await polls.poll({ background: 1 });
    const found = [...polls.found.values()].map((each) => ({
      ...each,
      id: each.txHash,
      blockNumber: each.block.number,
      blockHash: each.block.hash,
    }));
    expect(found.length > 0).toBe(pays);
    for (const each of found) expect([...(await polls.adapter.confirm([each])).values()]).toEqual(['final']);
    const [busiest] = nodes.toSorted((a, b) => totalOf(b) - totalOf(a));
    return { calls: busiest?.calls ?? new Map<string, number>(), payments: found.length };
  };
  const [quiet, paid] = [await callsOf(false), await callsOf(true)];
  const more = [...paid.calls].map(([method, calls]) => [method, (calls - (quiet.calls.get(method) ?? 0)) / paid.payments] as const);
  return Object.fromEntries(more.filter(([, calls]) => calls !== 0));
}

test.each([
  ['BEP20', 1, true, 3],
  ['BEP20', 2, false, 3],
  ['BEP20', 2, true, 2],
  ['TRON', 2, true, 2],
] as const)(
  '%s with %i node(s), times in logs %s: a payment costs a receipt and up to %i blocks',
  async (network, nodes, logTimes, most) => {
    const { eth_getBlockByNumber: blocks, ...others } = await paymentCalls(network, nodes, logTimes);
    expect(others).toEqual({ eth_getTransactionReceipt: 1 });
    expect(blocks).toBeLessThanOrEqual(most);
    expect(blocks).toBeGreaterThan(most - 1); // the last block of a range is there already
    const [none, one] = [0, 1].map((invoicesPerDay) => costOf(settingsOf(network), { nodes, invoicesPerDay, addresses: 20 }).open);
    expect((one ?? 0) - (none ?? 0)).toBe(4);
  },
);
