import { afterEach, expect, test, vi } from 'vitest';
import { settingsFor } from '../../../../../test/nodes/settings';
import { createSimulatedSolana } from '../../../../../test/nodes/solana/solana-chain';
import { startTestNode } from '../../../../../test/nodes/test-node';
import { createEndpoints } from '../../rpc/endpoints';
import { assuranceOf } from '../../rpc/panel';
import { readView } from './slots';

const FINALITY = 40;
const HICCUP_MS = 61_000;
const chain = createSimulatedSolana({ finalityDepth: FINALITY });
const nodes = [await startTestNode(chain), await startTestNode(chain)];
const settings = settingsFor(chain, nodes, { blockMs: 400 });
chain.mineMany(300);
afterEach(() => {
  for (const node of nodes) node.heal();
  vi.useRealTimers();
});

/** Reads, lets a minute pass, and reads again. */
async function twice() {
  const endpoints = createEndpoints(settings);
  const now = chain.head().timeMs;
  const before = await readView(endpoints, settings, now);
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + HICCUP_MS);
  chain.mine();
  const after = await readView(endpoints, settings, now);
  return { before, after, assurance: assuranceOf(endpoints, 2) };
}

test.each(['refused', 100] as const)('a node whose final slot is missing (%s) for a minute holds up no other one', async (finality) => {
  if (nodes[1] !== undefined) nodes[1].faults.finality = finality;
  const { before, after, assurance } = await twice();
  expect(before.final).toBe(finality === 'refused' ? -1 : finality);
  expect(after.final).toBe(chain.head().slot - FINALITY);
  expect(assurance).toMatchObject({ nodes: 2, reachable: 1, needed: 1, notes: ['quorum_reduced'] });
});

test('a node whose head stands still while the other moves on is not waited for', async () => {
  if (nodes[1] !== undefined) nodes[1].faults.frozenAt = chain.head().slot - 200;
  const { before, assurance } = await twice();
  expect(before.common).toBeGreaterThan(chain.head().slot - 10);
  expect(assurance).toMatchObject({ nodes: 2, reachable: 1, needed: 1, notes: ['quorum_reduced'] });
});

test('heads that all stand still are no nodes within reach', async () => {
  const endpoints = createEndpoints(settings);
  await readView(endpoints, settings, chain.head().timeMs + 2 * HICCUP_MS);
  expect(assuranceOf(endpoints, 2)).toMatchObject({ reachable: 0, needed: 2, notes: ['quorum_not_reached'] });
  await readView(endpoints, settings, chain.head().timeMs);
  expect(assuranceOf(endpoints, 2)).toMatchObject({ reachable: 2, notes: [] });
});
