import { expect, test } from 'vitest';
import { createPolls } from '../../../../../test/evm-polls';
import { createManualClock } from '../../../../../test/nodes/clock';
import { createSimulatedEvm } from '../../../../../test/nodes/evm/evm-chain';
import { settingsFor } from '../../../../../test/nodes/settings';
import { startTestNode } from '../../../../../test/nodes/test-node';
import { assertDefined } from '../../../../platform/assert';
import { displayAddress, parseAddress } from '../../addresses/addresses';
import type { Endpoint } from '../../rpc/endpoint';
import { createEndpoints } from '../../rpc/endpoints';
import { NodesDisagree } from './boundary';
import { settleDisputes } from './disputes';
import { readLogs } from './evm-node';

const KEY = `0x${'a1'.repeat(20)}`;

/** Two nodes; only the first reports a payment in the newest block. */
async function disputed() {
  const chain = createSimulatedEvm({ network: 'POLYGON' });
  const nodes = [await startTestNode(chain), await startTestNode(chain)];
  const settings = settingsFor(chain, nodes);
  const contractKey = assertDefined(parseAddress('POLYGON', settings.contract), 'a contract').key;
  const [first, second] = createEndpoints(settings) as [Endpoint, Endpoint];
  const { block } = chain.pay(displayAddress('evm', KEY), 1_000_000n);
  const query = { family: 'evm' as const, contractKey, from: block.number, to: block.number };
  const { logs, boundary } = await readLogs(first, { query, recipientGroups: undefined, isWatched: () => true, linkNumber: undefined });
  expect(logs).toHaveLength(1);
  const answers = [
    { endpoint: first, value: logs },
    { endpoint: second, value: [] },
  ];
  return { chain, nodes, first, second, settle: () => settleDisputes(answers, { contractKey, family: 'evm' }, boundary) };
}

test('a block replaced between logs and receipts is not held against the node', async () => {
  const { chain, first, settle } = await disputed();
  chain.fork(1, { keep: false });
  await expect(settle()).rejects.toBeInstanceOf(NodesDisagree);
  expect(first.isAvailable(Date.now())).toBe(true);
});

test('a node without a receipt for a log in a standing block is faulty and backs off', async () => {
  const { nodes, first, second, settle } = await disputed();
  for (const node of nodes) node.faults.hides = () => true;
  expect(await settle()).toEqual([]);
  expect([first.isAvailable(Date.now()), second.isAvailable(Date.now())]).toEqual([false, true]);
});

test('a block time that one of two nodes gets wrong in its logs is asked for', async () => {
  for (const lying of [0, 1]) {
    const clock = createManualClock(Date.parse('2026-11-16T00:00:00Z'));
    const chain = createSimulatedEvm({ network: 'POLYGON', now: clock.now });
    const nodes = [await startTestNode(chain, { now: clock.now }), await startTestNode(chain, { now: clock.now })];
    assertDefined(nodes[lying], 'a node').faults.answers = ({ method }, honest) =>
      method === 'eth_getLogs' ? (honest() as object[]).map((log) => ({ ...log, blockTimestamp: '0x5' })) : undefined;
    const polls = createPolls({ chain, clock, nodes, watched: [KEY], isOpen: true });
    await polls.poll();
    const { block } = chain.pay(displayAddress('evm', KEY), 1_000_000n);
    for (let n = 0; n < 3; n += 1) await polls.poll();
    expect([...polls.found.values()].map((found) => found.block.time.getTime())).toEqual([block.timeMs]);
  }
});
