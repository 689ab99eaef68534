import { expect, test } from 'vitest';
import { settingsFor } from '../../../../../test/nodes/settings';
import { createSimulatedSolana } from '../../../../../test/nodes/solana/solana-chain';
import { startTestNode } from '../../../../../test/nodes/test-node';
import { solanaKey } from '../../../../../test/parts/chain';
import { createTestDatabase } from '../../../../../test/parts/database';
import { createScanner } from '../../../../../test/scanner';
import { assertDefined } from '../../../../platform/assert';
import { createSolanaAdapter } from './solana-adapter';

const SHOP = solanaKey('shop');
const CUSTOMER = solanaKey('customer');
/** Ten minutes of slots of a second. */
const SETTLED = 600;
const FINALITY = 4;

async function start(count: number) {
  const chain = createSimulatedSolana({ seed: 5, finalityDepth: FINALITY });
  const nodes = await Promise.all(Array.from({ length: count }, () => startTestNode(chain)));
  const settings = settingsFor(chain, nodes, { pollMs: 1, quorum: count });
  const { db } = createScanner((await createTestDatabase()).url, [settings]);
  const adapter = createSolanaAdapter({ settings, db, now: () => new Date(), busyOwners: async () => undefined });
  const search = async (from: number) => {
    const found = await adapter.findSent({ senders: new Set([SHOP]), recipients: new Set([CUSTOMER]), from, since: undefined });
    return { ...found, signatures: found.transfers.map(({ txHash }) => txHash) };
  };
  return { chain, nodes, nodeAt: (index: number) => assertDefined(nodes[index], 'a node'), search };
}
type Chain = Awaited<ReturnType<typeof start>>['chain'];

const send = (chain: Chain): string =>
  chain.mine({ transactions: [{ transfers: [{ from: SHOP, to: CUSTOMER, raw: 5n }] }] }).transactions[0]?.signature ?? '';
/** Anyone can name an account. */
const spam = (chain: Chain, count: number) =>
  chain.mine({
    transactions: Array.from({ length: count }, (_, index) => ({
      transfers: [{ to: solanaKey(`stranger ${index}`), raw: 1n }],
      mentions: [chain.tokenAccountOf(SHOP)],
    })),
  });

test('many transactions in one slot that name the account do not stop the search', async () => {
  const { chain, search } = await start(1);
  const { slot } = spam(chain, 120);
  const signature = send(chain);
  chain.mineMany(2 * SETTLED);
  const first = await search(slot);
  expect(first).toMatchObject({ signatures: [], isCaughtUp: false, nextBlock: slot });
  const second = await search(first.nextBlock);
  expect(second).toMatchObject({ signatures: [], isCaughtUp: false, nextBlock: slot });
  const third = await search(second.nextBlock);
  expect(third).toMatchObject({ signatures: [signature], isCaughtUp: true });
  expect(third.nextBlock).toBe(chain.head().slot - FINALITY - SETTLED + 1);
}, 60_000);

test('neither do those of the last minutes, which are listed at every search', async () => {
  const { chain, nodeAt, search } = await start(1);
  const { slot } = spam(chain, 60);
  chain.mineMany(FINALITY + 1);
  const signature = send(chain);
  expect(await search(slot)).toMatchObject({ signatures: [], isCaughtUp: false, nextBlock: slot });
  expect(await search(slot)).toMatchObject({ signatures: [signature], isCaughtUp: true, nextBlock: slot });
  const before = nodeAt(0).calls.get('getTransaction') ?? 0;
  expect((await search(slot)).signatures).toEqual([signature]);
  expect((nodeAt(0).calls.get('getTransaction') ?? 0) - before).toBe(1); // the one that is not final
}, 60_000);

test('a transaction that is listed late is found, and slots count as searched when enough nodes listed them', async () => {
  const { chain, nodes, nodeAt, search } = await start(2);
  const { slot } = chain.head();
  chain.mineMany(SETTLED);
  const signature = send(chain);
  chain.mineMany(200);
  for (const node of nodes) node.faults.omits = ({ method }) => method === 'getSignaturesForAddress';
  const first = await search(slot);
  expect(first).toMatchObject({ signatures: [], isCaughtUp: true, nextBlock: chain.head().slot - FINALITY - SETTLED + 1 });
  for (const node of nodes) node.heal();
  expect((await search(first.nextBlock)).signatures).toEqual([signature]);

  chain.mineMany(SETTLED);
  nodeAt(1).faults.missing = new Set(['getSignaturesForAddress']);
  expect(await search(first.nextBlock)).toMatchObject({ signatures: [signature], nextBlock: first.nextBlock });
}, 60_000);
