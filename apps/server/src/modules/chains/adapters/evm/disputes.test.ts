import { expect, test } from 'vitest';
import { createSimulatedEvm } from '../../../../../test/nodes/evm/evm-chain';
import { settingsFor } from '../../../../../test/nodes/settings';
import { startTestNode } from '../../../../../test/nodes/test-node';
import { must } from '../../../../platform/assert';
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
  const contractKey = must(parseAddress('POLYGON', settings.contract), 'a contract').key;
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
