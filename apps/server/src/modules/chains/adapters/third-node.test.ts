import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createSimulatedEvm } from '../../../../test/nodes/evm/evm-chain';
import type { NodeFaults } from '../../../../test/nodes/node-types';
import { Refusal } from '../../../../test/nodes/refusals';
import { settingsFor } from '../../../../test/nodes/settings';
import { createSimulatedSolana } from '../../../../test/nodes/solana/solana-chain';
import { startTestNode } from '../../../../test/nodes/test-node';
import { solanaKey } from '../../../../test/parts/chain';
import { createTestDatabase } from '../../../../test/parts/database';
import { createScanner, transfersOf, until, watch } from '../../../../test/scanner';
import { displayAddress } from '../addresses/addresses';
import { FAMILY_OF } from '../chains.domain';

/** Two nodes have to agree. No payment waits for good for the one that says nothing about it. */
const KEY = `0x${'a1'.repeat(20)}`;
const NETWORKS = ['POLYGON', 'TRON', 'SOLANA'] as const;
type Tested = (typeof NETWORKS)[number];
const MINUTE_MS = 61_000;

const chainOf = (network: Tested) =>
  network === 'SOLANA' ? createSimulatedSolana({ finalityDepth: 2 }) : createSimulatedEvm({ network, finalityDepth: 2 });
afterEach(() => {
  vi.restoreAllMocks();
});

/** A payment that the first node's faults concern, and other nodes without faults. */
async function payBeside(network: Tested, faults: Partial<NodeFaults>, others: number) {
  const alice = network === 'SOLANA' ? solanaKey('third') : displayAddress(FAMILY_OF[network], KEY);
  const chain = chainOf(network);
  const nodes = [await startTestNode(chain, { faults })];
  while (nodes.length <= others) nodes.push(await startTestNode(chain));
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const start = 'startNumber' in chain ? { startBlock: chain.startNumber } : {};
  const scanner = createScanner(database.url, [settingsFor(chain, nodes, { ...start, pollMs: 40 })]);
  await watch(scanner, network, alice);
  scanner.startWatching();
  chain.pay(network === 'SOLANA' ? alice : KEY, 5_000_000n);
  const untilCredited = (isFinal: boolean) =>
    until(async () => {
      chain.mine();
      expect((await transfersOf(scanner.db)).map(({ final_at }) => final_at !== null)).toEqual([isFinal]);
    }, 20_000);
  return { chain, untilCredited, notes: async () => (await scanner.networkStatus()).flatMap((status) => status.notes) };
}

const onlyErrors: NodeFaults['answers'] = ({ method }) => {
  if (!['eth_getTransactionReceipt', 'getTransaction'].includes(method)) return undefined;
  throw new Refusal({ code: -32603, message: 'Internal error' });
};
const KINDS: readonly (readonly [string, Partial<NodeFaults>])[] = [
  ['answers every question about a transaction with an error', { answers: onlyErrors }],
  ['does not know any transaction', { hides: () => true }],
];

test.each(NETWORKS.flatMap((network) => KINDS.map(([what, faults]) => [network, what, faults] as const)))(
  '%s: a node that %s is replaced by the third one',
  async (network, _what, faults) => {
    const { untilCredited } = await payBeside(network, faults, 2);
    await untilCredited(true);
  },
  60_000,
);

test.each(NETWORKS)(
  '%s: of two nodes one that has only errors for what the other one shows is not waited for after a minute',
  async (network) => {
    const { chain, untilCredited, notes } = await payBeside(network, { answers: onlyErrors }, 1);
    await untilCredited(false);
    for (let block = 0; block < 20; block += 1) {
      chain.mine();
      await sleep(100);
    }
    await untilCredited(false);
    const now = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + MINUTE_MS);
    await untilCredited(true);
    await until(async () => expect(await notes()).toContain('quorum_reduced'));
  },
  60_000,
);

test.each(NETWORKS)(
  '%s: of two nodes one that does not know the transaction is waited for',
  async (network) => {
    const { chain, untilCredited } = await payBeside(network, { hides: () => true }, 1);
    await untilCredited(false);
    const now = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + MINUTE_MS);
    for (let block = 0; block < 20; block += 1) {
      chain.mine();
      await sleep(100);
    }
    await untilCredited(false);
  },
  60_000,
);
