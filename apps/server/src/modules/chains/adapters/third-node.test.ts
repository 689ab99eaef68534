import { expect, onTestFinished, test } from 'vitest';
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

/** With three nodes, of which two have to agree, no payment waits for the one that does not answer about it. */
const KEY = `0x${'a1'.repeat(20)}`;
const NETWORKS = ['POLYGON', 'TRON', 'SOLANA'] as const;
type Tested = (typeof NETWORKS)[number];

const chainOf = (network: Tested) =>
  network === 'SOLANA' ? createSimulatedSolana({ finalityDepth: 2 }) : createSimulatedEvm({ network, finalityDepth: 2 });
const refused = () => new Refusal({ code: -32603, message: 'Internal error' });

const KINDS: readonly (readonly [string, Partial<NodeFaults>])[] = [
  [
    'answers every question about a transaction with an error',
    {
      answers: ({ method }) => {
        if (['eth_getTransactionReceipt', 'getTransaction'].includes(method)) throw refused();
        return undefined;
      },
    },
  ],
  ['does not know any transaction', { hides: () => true }],
];

test.each(NETWORKS.flatMap((network) => KINDS.map(([what, faults]) => [network, what, faults] as const)))(
  '%s: a node that %s is replaced by the third one',
  async (network, _what, faults) => {
    const alice = network === 'SOLANA' ? solanaKey('third') : displayAddress(FAMILY_OF[network], KEY);
    const chain = chainOf(network);
    const nodes = [await startTestNode(chain, { faults }), await startTestNode(chain), await startTestNode(chain)];
    const database = await createTestDatabase();
    onTestFinished(database.drop);
    const start = 'startNumber' in chain ? { startBlock: chain.startNumber } : {};
    const scanner = createScanner(database.url, [settingsFor(chain, nodes, { ...start, pollMs: 40 })]);
    await watch(scanner, network, alice);
    scanner.startWatching();
    chain.pay(network === 'SOLANA' ? alice : KEY, 5_000_000n);
    await until(async () => {
      chain.mine();
      const rows = await transfersOf(scanner.db);
      expect(rows.map(({ final_at }) => final_at !== null)).toEqual([true]);
    }, 20_000);
  },
  60_000,
);
