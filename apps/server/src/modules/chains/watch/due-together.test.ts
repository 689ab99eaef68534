import { expect, onTestFinished, test } from 'vitest';
import { createSimulatedEvm } from '../../../../test/nodes/evm/evm-chain';
import { LIMITS } from '../../../../test/nodes/limits';
import type { NodeLimits } from '../../../../test/nodes/node-types';
import { Refusal } from '../../../../test/nodes/refusals';
import { settingsFor } from '../../../../test/nodes/settings';
import { createSimulatedSolana } from '../../../../test/nodes/solana/solana-chain';
import { startTestNode } from '../../../../test/nodes/test-node';
import { solanaKey } from '../../../../test/parts/chain';
import { createTestDatabase } from '../../../../test/parts/database';
import { createScanner, transfersOf, until, watch } from '../../../../test/scanner';
import { displayAddress } from '../addresses/addresses';

/** Transfers that become final at the same time, on plans that count every call of a batch. */
const KEY = `0x${'a1'.repeat(20)}`;
const PLAN = { provider: 'infura', rate: { calls: 25, windowMs: 1_000 } } as const satisfies NodeLimits;

async function newDatabase(): Promise<string> {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  return database.url;
}

/** Two nodes of one plan, and a scanner whose settings say `ratePerSecond`. */
async function startErc20(limits: NodeLimits, ratePerSecond: number) {
  const chain = createSimulatedEvm({ network: 'ERC20', finalityDepth: 2 });
  const nodes = [await startTestNode(chain, { limits }), await startTestNode(chain, { limits })] as const;
  const scanner = createScanner(await newDatabase(), [
    settingsFor(chain, nodes, { startBlock: chain.startNumber, ratePerSecond, pollMs: 500 }),
  ]);
  await watch(scanner, 'ERC20', displayAddress('evm', KEY));
  const untilFinal = async (count: number, ms = 30_000) =>
    until(async () => expect((await transfersOf(scanner.db)).filter(({ final_at }) => final_at !== null)).toHaveLength(count), ms);
  return { chain, nodes, scanner, untilFinal };
}

test.each([
  ['refuse the whole request', PLAN, 20],
  ['refuse the whole request, which the settings do not say', PLAN, 1_000],
  ['answer as many calls as are left', LIMITS.chainstackFree, 20],
  ['answer as many calls as are left, which the settings do not say', LIMITS.chainstackFree, 1_000],
])(
  '40 payments are final within seconds on nodes that %s above 25 calls a second',
  async (_what, limits, rate) => {
    const { chain, scanner, untilFinal } = await startErc20(limits, rate);
    for (let block = 0; block < 8; block += 1) chain.mine({ transfers: Array.from({ length: 5 }, () => ({ to: KEY, raw: 5_000_000n })) });
    chain.mineMany(3);
    scanner.startWatching();
    await untilFinal(40);
  },
  60_000,
);

test('one receipt that a node does not answer holds up nothing that is due with it', async () => {
  const { chain, nodes, scanner, untilFinal } = await startErc20(LIMITS.none, 1_000);
  const { transactions } = chain.mine({ transfers: Array.from({ length: 6 }, () => ({ to: KEY, raw: 5_000_000n })) });
  const [odd] = transactions;
  nodes[0].faults.answers = ({ method, params }) => {
    if (method === 'eth_getTransactionReceipt' && params[0] === odd?.hash) throw new Refusal({ code: -32603, message: 'Internal error' });
    return undefined;
  };
  chain.mineMany(3);
  scanner.startWatching();
  await untilFinal(5);
  nodes[0].heal();
  await untilFinal(6);
}, 60_000);

test('Solana: 30 accounts are listed and paid where getSignaturesForAddress takes no batch', async () => {
  const chain = createSimulatedSolana({ finalityDepth: 2 });
  const nodes = [await startTestNode(chain, { limits: { ...LIMITS.heliusFree, rate: { calls: 40, windowMs: 1_000 } } })];
  const scanner = createScanner(await newDatabase(), [settingsFor(chain, nodes, { ratePerSecond: 35, pollMs: 500 })]);
  const owners = Array.from({ length: 30 }, (_, index) => solanaKey(`due${index}`));
  for (const [index, owner] of owners.entries()) await watch(scanner, 'SOLANA', owner, `due${index}`);
  chain.mine({ transfers: owners.map((to) => ({ to, raw: 5_000_000n })) });
  for (let slot = 0; slot < 4; slot += 1) chain.mine();
  scanner.startWatching();
  await until(async () => {
    chain.mine();
    expect((await transfersOf(scanner.db)).filter(({ final_at }) => final_at !== null)).toHaveLength(30);
  }, 30_000);
}, 60_000);
