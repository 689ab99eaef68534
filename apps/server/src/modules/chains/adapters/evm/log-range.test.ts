import { expect, test } from 'vitest';
import { createPolls } from '../../../../../test/evm-polls';
import { createManualClock } from '../../../../../test/nodes/clock';
import { createSimulatedEvm } from '../../../../../test/nodes/evm/evm-chain';
import { LIMITS } from '../../../../../test/nodes/limits';
import { startTestNode } from '../../../../../test/nodes/test-node';

const KEY = `0x${'a1'.repeat(20)}`;
const FREE_RANGE = { ...LIMITS.alchemyFree, rate: { calls: 1_000, windowMs: 1_000 } };

/** BNB Smart Chain while idle: 133 new blocks per poll. */
async function start(limits: typeof FREE_RANGE | typeof LIMITS.none) {
  const clock = createManualClock(Date.parse('2026-11-16T00:00:00Z'));
  const chain = createSimulatedEvm({ network: 'BEP20', now: clock.now });
  const node = await startTestNode(chain, { now: clock.now, limits });
  const polls = createPolls({ chain, clock, nodes: [node], watched: [KEY], isOpen: false });
  const logCalls = async () => {
    const before = node.calls.get('eth_getLogs') ?? 0;
    await polls.poll();
    return (node.calls.get('eth_getLogs') ?? 0) - before;
  };
  return { node, polls, logCalls };
}

test('a ten-block limit reported with HTTP 400 is respected; once lifted, fewer calls are made', async () => {
  const { node, logCalls } = await start(FREE_RANGE);
  await logCalls(); // learns the node's limit
  const limited = await logCalls();
  expect(limited).toBeGreaterThanOrEqual(14); // 133 blocks, ten at a time
  node.limits = LIMITS.none;
  let calls = limited;
  for (let n = 0; n < 120 && calls > 7; n += 1) calls = await logCalls();
  expect(calls).toBeLessThanOrEqual(7);
}, 120_000);

test('a rate-limit error leaves the block range unchanged', async () => {
  const { node, polls, logCalls } = await start(LIMITS.none);
  await logCalls();
  expect(await logCalls()).toBe(1);
  node.limits = { provider: 'alchemy', rate: { calls: 0, windowMs: 1_000 } };
  await expect(polls.poll()).rejects.toMatchObject({ fault: 'limited' });
  node.limits = LIMITS.none;
  let calls = -1;
  for (let n = 0; n < 200 && calls < 0; n += 1) {
    calls = await logCalls().catch(() => -1); // still backing off
    if (calls < 0) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(calls).toBeLessThanOrEqual(2); // one call for all new blocks, and one for the due second reading
}, 120_000);

test('a node that accepts fewer recipients per filter is queried in smaller groups', async () => {
  const clock = createManualClock(Date.parse('2026-11-16T00:00:00Z'));
  const chain = createSimulatedEvm({ network: 'BEP20', now: clock.now });
  const node = await startTestNode(chain, { now: clock.now, limits: { provider: 'geth', topicValues: 100 } });
  const watched = Array.from({ length: 250 }, (_, n) => `0x${n.toString(16).padStart(40, '0')}`);
  const polls = createPolls({ chain, clock, nodes: [node], watched: [...watched, KEY], isOpen: false });
  await polls.poll();
  const before = node.calls.get('eth_getLogs') ?? 0;
  await polls.poll({ transfers: [{ to: KEY, raw: 10n ** 18n }] });
  expect((node.calls.get('eth_getLogs') ?? 0) - before).toBeLessThanOrEqual(4); // 251 recipients, 62 or more at a time
  expect(polls.found.size).toBe(chain.truth().length - 1);
}, 120_000);
