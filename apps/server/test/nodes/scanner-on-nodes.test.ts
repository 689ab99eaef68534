import { afterAll, beforeAll, expect, test } from 'vitest';
import { displayAddress } from '../../src/modules/chains/addresses/addresses';
import { solanaKey } from '../parts/chain';
import { createTestDatabase } from '../parts/database';
import { createScanner, transfersOf, until, watch } from '../scanner';
import { createSimulatedEvm } from './evm/evm-chain';
import { settingsFor } from './settings';
import { createSimulatedSolana } from './solana/solana-chain';
import { startTestNode } from './test-node';

/** The simulation is only useful if the real watcher reads it like a real node. */
const KEY = `0x${'a1'.repeat(20)}`;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const evm = (['TRON', 'BEP20', 'ERC20', 'POLYGON'] as const).map((network) => ({
  network,
  chain: createSimulatedEvm({ network, finalityDepth: 2 }),
  address: displayAddress(network === 'TRON' ? 'tron' : 'evm', KEY),
}));
const solana = { network: 'SOLANA' as const, chain: createSimulatedSolana({ finalityDepth: 2 }), address: solanaKey('kit') };

test('the watcher finds a payment on each network through two simulated nodes, once and final', async () => {
  const all = [...evm, solana];
  const networks = await Promise.all(
    all.map(async ({ chain }) =>
      settingsFor(
        chain,
        [await startTestNode(chain), await startTestNode(chain)],
        'startNumber' in chain ? { startBlock: chain.startNumber } : {},
      ),
    ),
  );
  const scanner = createScanner(database.url, networks);
  for (const { network, address } of all) await watch(scanner, network, address, network);
  scanner.startWatching();
  const raw = (network: string) => (network === 'BEP20' ? 5n * 10n ** 18n : 5_000_000n);
  const paid = all.map(({ network, chain, address }) => ({
    network,
    tx_hash: chain.pay(address, raw(network)).txHash,
    amount: 5_000_000n,
  }));
  await until(async () => {
    for (const { chain } of all) chain.mine();
    const rows = await transfersOf(scanner.db);
    expect(rows.filter(({ final_at }) => final_at !== null).map(({ network, tx_hash, amount }) => ({ network, tx_hash, amount }))).toEqual(
      expect.arrayContaining(paid),
    );
    expect(rows).toHaveLength(paid.length);
  }, 25_000);
}, 60_000);
