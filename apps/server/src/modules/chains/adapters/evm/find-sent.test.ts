import { expect, test } from 'vitest';
import { createManualClock } from '../../../../../test/nodes/clock';
import { createSimulatedEvm } from '../../../../../test/nodes/evm/evm-chain';
import { settingsFor } from '../../../../../test/nodes/settings';
import type { NodeOptions } from '../../../../../test/nodes/start-node';
import { startTestNode } from '../../../../../test/nodes/test-node';
import { until } from '../../../../../test/scanner';
import { assertDefined } from '../../../../platform/assert';
import { createEvmAdapter } from './evm-adapter';

const SHOP = `0x${'a1'.repeat(20)}`;
const CUSTOMER = `0x${'b2'.repeat(20)}`;
/** Ten minutes of blocks of a second, and the finality. */
const SETTLED = 600;
const FINALITY = 5;

async function start(count: number, options: NodeOptions = {}) {
  const clock = createManualClock(Date.parse('2026-11-16T00:00:00Z'));
  const chain = createSimulatedEvm({ network: 'BEP20', now: clock.now, finalityDepth: FINALITY });
  const nodes = await Promise.all(Array.from({ length: count }, () => startTestNode(chain, { ...options, now: clock.now })));
  const adapter = createEvmAdapter({
    settings: settingsFor(chain, nodes, { startBlock: chain.startNumber, quorum: Math.min(2, count) }),
    memory: { olderCheckpoints: async () => [], liveTransfers: async () => [], awaitsFinality: async () => true },
    refreshWatched: async () => new Set<string>(),
    now: () => new Date(clock.now()),
  });
  const mine = (blocks: number) => {
    for (let block = 0; block < blocks; block += 1) {
      clock.advance(1_000);
      chain.mine();
    }
  };
  const send = () => {
    clock.advance(1_000);
    return chain.pay(CUSTOMER, 5n, { from: SHOP });
  };
  const search = async (from = chain.startNumber) => {
    const found = await adapter.findSent({ senders: new Set([SHOP]), recipients: new Set([CUSTOMER]), from, since: undefined });
    return { ...found, hashes: found.transfers.map(({ txHash }) => txHash) };
  };
  const head = () => chain.head().number;
  return { nodeAt: (index: number) => assertDefined(nodes[index], 'a node'), mine, send, search, head };
}

test('what nodes index minutes after its block is final is found by a later search', async () => {
  const { nodeAt, mine, send, search, head } = await start(1);
  mine(2 * SETTLED);
  const { txHash } = send();
  mine(200);
  nodeAt(0).faults.omits = ({ method }) => method === 'eth_getLogs';
  const first = await search();
  expect(first).toMatchObject({ hashes: [], isCaughtUp: true, nextBlock: head() - FINALITY - SETTLED + 1 });
  nodeAt(0).heal();
  expect((await search(first.nextBlock)).hashes).toEqual([txHash]);
});

test('blocks count as searched only when enough nodes have answered', async () => {
  const { nodeAt, mine, send, search, head } = await start(2);
  mine(SETTLED);
  const { txHash, block } = send();
  mine(2 * SETTLED);
  nodeAt(1).faults.omits = () => true;
  expect(await search()).toMatchObject({ hashes: [txHash], nextBlock: head() - FINALITY - SETTLED + 1 });
  nodeAt(0).faults.broken = { status: 500 };
  expect(await search(block.number)).toMatchObject({ hashes: [], nextBlock: block.number });
});

test('a node whose head stands still does not hold the search', async () => {
  const { nodeAt, mine, send, search, head } = await start(3);
  mine(3 * SETTLED);
  const { txHash } = send();
  nodeAt(0).faults.lag = 1_500;
  expect(await search()).toMatchObject({ hashes: [txHash], isCaughtUp: true, nextBlock: head() - FINALITY - SETTLED + 1 });
});

test('a final block without its header is searched again', async () => {
  const { nodeAt, mine, send, search } = await start(1);
  const { txHash, block } = send();
  mine(2 * SETTLED);
  const asked = `0x${block.number.toString(16)}`;
  nodeAt(0).faults.answers = ({ method, params }, honest) => (method === 'eth_getBlockByNumber' && params[0] === asked ? null : honest());
  await expect(search()).rejects.toThrow(`the node does not have block ${block.number}`);
  nodeAt(0).heal();
  await until(async () => expect((await search()).hashes).toEqual([txHash])); // it backs off first
});

test('a small range of a node does not keep a search from the newest block', async () => {
  const { mine, send, search } = await start(1, { limits: { provider: 'geth', logRange: 50 } });
  mine(2 * SETTLED);
  const { txHash } = send();
  let from: number | undefined;
  let rounds = 0;
  for (let isDone = false; !isDone && rounds < 20; rounds += 1) {
    const found = await search(from);
    from = found.nextBlock;
    isDone = found.isCaughtUp;
    if (isDone) expect(found.hashes).toEqual([txHash]);
  }
  expect(rounds).toBeLessThan(10);
});
