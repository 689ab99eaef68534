import { expect, test } from 'vitest';
import { createPolls, totalOf } from '../../../../../test/evm-polls';
import { createManualClock } from '../../../../../test/nodes/clock';
import { createSimulatedEvm } from '../../../../../test/nodes/evm/evm-chain';
import type { EvmNetwork } from '../../../../../test/nodes/evm/evm-types';
import { SUCCESSOR_KEY, tether } from '../../../../../test/nodes/evm/tether';
import type { NodeFaults } from '../../../../../test/nodes/node-types';
import { Refusal } from '../../../../../test/nodes/refusals';
import type { SimulatedNode } from '../../../../../test/nodes/start-node';
import { startTestNode } from '../../../../../test/nodes/test-node';
import { displayAddress } from '../../addresses/addresses';
import { tokenNotes } from '../../token-state.domain';

const KEY = `0x${'a1'.repeat(20)}`;
const HOUR_MS = 3_600_000;

async function world(network: EvmNetwork, nodeCount = 2) {
  const clock = createManualClock(Date.parse('2026-11-16T00:00:00Z'));
  const chain = createSimulatedEvm({ network, now: clock.now });
  const nodes: SimulatedNode[] = [];
  while (nodes.length < nodeCount) nodes.push(await startTestNode(chain, { now: clock.now }));
  const polls = createPolls({ chain, clock, nodes, watched: [KEY], isOpen: false });
  const say = (...each: (NodeFaults['answers'] | undefined)[]): void => {
    for (const [index, node] of nodes.entries()) node.faults.answers = each[index] ?? each[0];
  };
  const stateOf = () => polls.adapter.assurance().token;
  const notesOf = () => tokenNotes(stateOf());
  return { clock, chain, nodes, polls, say, stateOf, notesOf };
}

test.each([
  ['ERC20', displayAddress('evm', SUCCESSOR_KEY)],
  ['TRON', displayAddress('tron', SUCCESSOR_KEY)],
] as const)('%s: a contract that was replaced, paused or given a fee is noticed within the hour', async (network, successor) => {
  const { clock, polls, say, stateOf, notesOf } = await world(network);
  say(tether({}));
  await polls.poll();
  expect(stateOf()).toEqual({ isPaused: false, feeBasisPoints: 0 });
  say(tether({ isDeprecated: true, isPaused: true, fee: 15n }));
  await polls.poll();
  expect(notesOf()).toEqual([]);
  clock.advance(HOUR_MS);
  await polls.poll();
  expect(stateOf()).toEqual({ replacedBy: successor, isPaused: true, feeBasisPoints: 15 });
  expect(notesOf()).toEqual(['token_deprecated', 'token_paused', 'token_fee']);
  say(tether({}));
  clock.advance(HOUR_MS);
  await polls.poll();
  expect(notesOf()).toEqual([]);
});

test('events of the configured contract are read while it is deprecated and paused', async () => {
  const { polls, say, notesOf } = await world('ERC20');
  say(tether({ isDeprecated: true, isPaused: true }));
  await polls.poll();
  await polls.poll({ transfers: [{ to: displayAddress('evm', KEY), raw: 1_000_000n }] });
  expect(notesOf()).toEqual(['token_deprecated', 'token_paused']);
  expect(polls.found.size).toBeGreaterThan(0);
});

test.each(['BEP20', 'POLYGON'] as const)(
  '%s: a contract without these functions reverts or answers nothing, and has no such state',
  async (network) => {
    const { polls, say, stateOf } = await world(network);
    say(undefined);
    await polls.poll();
    expect(stateOf()).toEqual({ isPaused: false, feeBasisPoints: 0 });
    const other = await world(network);
    other.say(({ method, params }, honest) =>
      method === 'eth_call' && (params[0] as { data: string }).data !== '0x313ce567' ? '0x' : honest(),
    );
    await other.polls.poll();
    expect(other.stateOf()).toEqual({ isPaused: false, feeBasisPoints: 0 });
  },
);

test('one node of two that errs raises nothing', async () => {
  const { polls, say, notesOf } = await world('ERC20');
  say(tether({}), tether({ isDeprecated: true, isPaused: true }));
  await polls.poll();
  expect(notesOf()).toEqual([]);
});

test('nodes that cannot say keep what is known, stop no reading, and are asked again after five minutes', async () => {
  const { clock, polls, say, notesOf } = await world('ERC20');
  say(tether({ isPaused: true }));
  await polls.poll();
  expect(notesOf()).toEqual(['token_paused']);
  say(({ method, params }, honest) => {
    if (method === 'eth_call' && (params[0] as { data: string }).data === '0x5c975abb')
      throw new Refusal({ code: -32005, message: 'rate limit exceeded' });
    return honest();
  });
  clock.advance(HOUR_MS);
  expect(await polls.poll()).toBeDefined();
  expect(notesOf()).toEqual(['token_paused']);
  say(tether({}));
  await polls.poll();
  expect(notesOf()).toEqual(['token_paused']);
  clock.advance(5 * 60_000);
  await polls.poll();
  expect(notesOf()).toEqual([]);
});

test('it costs four calls an hour', async () => {
  const { clock, nodes, polls } = await world('ERC20');
  await polls.poll();
  const [node] = nodes;
  const asked = () => node?.calls.get('eth_call') ?? 0;
  const before = asked();
  for (let n = 0; n < 5; n += 1) await polls.poll();
  expect(asked()).toBe(before);
  clock.advance(HOUR_MS);
  await polls.poll();
  await polls.poll();
  expect(asked() - before).toBe(4);
  expect(node === undefined ? 0 : totalOf(node)).toBeGreaterThan(before);
});
