import { afterAll, expect, test } from 'vitest';
import { startTestChain } from '../../../../test/parts/chain';
import { createTestDatabase } from '../../../../test/parts/database';
import { startRpcProxy } from '../../../../test/parts/rpc-proxy';
import { createScanner, transfersOf, until, untilRead, watch } from '../../../../test/scanner';
import { displayAddress } from '../addresses/addresses';
import { utcDay } from '../rpc/usage-meter';
import { listSpending } from '../status/rpc-usage.queries';

const ALICE = displayAddress('evm', `0x${'a3'.repeat(20)}`);
const BUDGET = 60;
const chain = await startTestChain();
const limited = await startRpcProxy(chain.url);
const database = await createTestDatabase();
afterAll(database.drop);

const callsOf = () => [...limited.calls.values()].reduce((sum, count) => sum + count, 0);
const head = async () => (await chain.call<{ head: { number: number } }>('sandbox_info')).head.number;
const scannerWith = async (budget: number | undefined) =>
  createScanner(database.url, [
    chain.settings('ERC20', {
      startBlock: (await head()) + 1,
      endpoints: [{ url: chain.url }, { url: limited.url, ...(budget === undefined ? {} : { budget }) }],
      quorum: 2,
      ratePerSecond: 1_000,
      idlePollMs: 60,
    }),
  ]);

test('a node out of its budget is not asked, and its silence is no consent: a payment is seen and waits', async () => {
  const poor = await scannerWith(BUDGET);
  await watch(poor, 'ERC20', ALICE);
  poor.startWatching();
  await until(async () => {
    await chain.mine();
    expect(callsOf()).toBeGreaterThanOrEqual(BUDGET);
  });
  const { txHash } = await chain.pay('ERC20', ALICE, 5_000_000n);
  await chain.mine(3);
  await until(async () => expect(await transfersOf(poor.db)).toMatchObject([{ tx_hash: txHash }]), 20_000);
  await chain.mine(5);
  await untilRead(poor, 'ERC20', (await head()) - 2);
  expect(await transfersOf(poor.db)).toMatchObject([{ tx_hash: txHash, final_at: null }]);
  expect(callsOf()).toBeLessThanOrEqual(BUDGET + 10); // a batch already begun is not split
  await poor.stopWatching();
  const spending = await listSpending(poor.db.query, utcDay(Date.now()));
  expect(spending.find(({ node }) => node === new URL(limited.url).host)).toMatchObject({
    network: 'ERC20',
    budget: BUDGET,
    requests: callsOf(),
  });
  const metrics = await poor.registry.metrics();
  expect(metrics).toMatch(new RegExp(`stablegate_rpc_budget_left\\{network="ERC20",node="${new URL(limited.url).host}"\\} 0`));

  const rich = await scannerWith(undefined);
  rich.startWatching();
  await until(async () => expect(await transfersOf(rich.db)).toMatchObject([{ tx_hash: txHash, final_at: expect.any(Date) }]), 20_000);
}, 60_000);
