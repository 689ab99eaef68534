import { expect, test } from 'vitest';
import { createSimulatedEvm } from '../../../../test/nodes/evm/evm-chain';
import { settingsFor } from '../../../../test/nodes/settings';
import { startTestNode } from '../../../../test/nodes/test-node';
import { createTestDatabase } from '../../../../test/parts/database';
import { createScanner, transfersOf, until, untilRead, watch } from '../../../../test/scanner';
import { displayAddress } from '../addresses/addresses';
import { FAMILY_OF } from '../chains.domain';

test.each(['TRON', 'BEP20'] as const)('a transfer to oneself on %s is no income', async (network) => {
  const [alice = '', payer = ''] = ['a1', 'b2'].map((digits) => displayAddress(FAMILY_OF[network], `0x${digits.repeat(20)}`));
  const chain = createSimulatedEvm({ network, finalityDepth: 2 });
  const nodes = [await startTestNode(chain), await startTestNode(chain)];
  const scanner = createScanner((await createTestDatabase()).url, [settingsFor(chain, nodes, { startBlock: chain.startNumber })]);
  await watch(scanner, network, alice);
  scanner.startWatching();
  const raw = 10n ** BigInt(chain.decimals);
  chain.mine({ transactions: [{ transfers: [{ from: alice, to: alice, raw }] }] });
  const { transactions } = chain.mine({
    transactions: [
      {
        transfers: [
          { from: alice, to: alice, raw },
          { from: payer, to: alice, raw },
        ],
      },
    ],
  });
  await until(async () => {
    chain.mine();
    expect((await transfersOf(scanner.db)).filter(({ final_at }) => final_at !== null)).toHaveLength(1);
  });
  await untilRead(scanner, network, chain.head().number);
  expect(await transfersOf(scanner.db)).toMatchObject([{ tx_hash: transactions[0]?.hash, amount: 1_000_000n }]);
  expect(chain.truth()).toHaveLength(1);
});
