import type { Refund } from '@stablegate/contract';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { type Own, startRefundSearch } from '../../../../test/refund-search';
import { OVER, refundOf, report } from '../../../../test/refunds';
import { until } from '../../../../test/scanner';
import { rawOf } from '../../../../test/shop';

const { app, chain, node, pair, overpaid, planned, sendOwn, searchNow, checkTimes, endAll } = await startRefundSearch();
afterEach(() => {
  for (const proxy of [node, ...pair]) proxy.meddle = undefined;
});

const FAULT = { code: -32_000, message: 'out of order' };
/** Once the node is asked again after its faults. */
const becomesSeen = (paid: Own, refund: Refund, txHash: string) =>
  until(async () => {
    await searchNow();
    await checkTimes(1);
    expect(await refundOf(paid, refund)).toMatchObject({ status: 'seen', txHash });
  }, 40_000);
/** After as many searches as it takes: each reads as many final blocks as the node gives at once, fewer than usual after faults. */
const isFound = (paid: Own, refund: Refund, as: Partial<Refund>) =>
  until(async () => {
    await searchNow();
    expect(await refundOf(paid, refund)).toMatchObject(as);
  }, 40_000);

test('what was sent stays sent while the nodes fail: only enough answers without it count', async () => {
  const paid = await overpaid();
  const [named, found] = [await planned(paid), await planned(paid)];
  const hashes = [(await sendOwn(paid)).txHash, (await sendOwn(paid)).txHash] as const;
  expect(await report(paid, named, hashes[0])).toMatchObject({ status: 'seen' });
  await searchNow();
  const isSeen = async () => {
    expect(await refundOf(paid, named)).toMatchObject({ status: 'seen', txHash: hashes[0] });
    expect(await refundOf(paid, found)).toMatchObject({ status: 'seen', txHash: hashes[1] });
  };
  await isSeen();
  node.meddle = () => {
    throw FAULT;
  };
  await checkTimes(10);
  node.meddle = undefined;
  await isSeen();
  await becomesSeen(paid, found, hashes[1]);
  await endAll();

  // One of two nodes answers, and does not have it.
  const onTwo = await overpaid('ERC20');
  const refund = await planned(onTwo);
  const { txHash } = await sendOwn(onTwo);
  expect(await report(onTwo, refund, txHash)).toMatchObject({ status: 'seen' });
  pair[0].meddle = ({ method }) => (method === 'eth_getTransactionReceipt' ? null : undefined);
  pair[1].meddle = () => {
    throw FAULT;
  };
  await checkTimes(10);
  for (const proxy of pair) proxy.meddle = undefined;
  expect(await refundOf(onTwo, refund)).toMatchObject({ status: 'seen', txHash });
  await endAll();
}, 120_000);

test('a found transaction that could not be proven is found again, however old its block is then', async () => {
  const paid = await overpaid();
  const refund = await planned(paid);
  const { txHash } = await sendOwn(paid);
  await chain.mine(800);
  const checkAts: Date[] = [];
  node.meddle = async ({ method }) => {
    if (method !== 'eth_getTransactionReceipt') return undefined;
    const { rows } = await sql<{ at: Date }>`select check_at as at from refunds where id = ${refund.id}`.execute(app.platform.db.query);
    checkAts.push(...rows.map(({ at }) => at));
    return null;
  };
  await isFound(paid, refund, { status: 'planned', txHash });
  expect(checkAts[0]?.getTime()).toBeGreaterThan(Date.now() + 60_000); // nobody else looks it up meanwhile
  await checkTimes(7);
  node.meddle = undefined;
  expect(await refundOf(paid, refund)).toMatchObject({ status: 'planned', txHash: null, searchedUntil: expect.any(String) });
  await isFound(paid, refund, { status: 'confirmed', txHash });
  await endAll();
}, 120_000);

test('a block may be somewhat older than the plan, by the clock of its chain', async () => {
  const paid = await overpaid();
  const refund = await planned(paid);
  const { txHash, blockNumber } = await sendOwn(paid);
  const block = await chain.call<{ timestamp: string }>('eth_getBlockByNumber', [`0x${blockNumber.toString(16)}`, false]);
  const planAt = new Date(Number.parseInt(block.timestamp, 16) * 1_000 + 50_000);
  await sql`update refunds set created_at = ${planAt} where id = ${refund.id}`.execute(app.platform.db.query);
  await searchNow();
  expect(await refundOf(paid, refund)).toMatchObject({ status: 'seen', txHash });
  await endAll();
}, 120_000);

test('a found transaction proves a refund only from an own address and after the plan; once seen it stays', async () => {
  const paid = await overpaid();
  const refund = await planned(paid);
  const offer = async (txHash: string) => {
    await sql`update refunds set tx_hash = ${txHash}, is_found = true, check_at = now() where id = ${refund.id}`.execute(
      app.platform.db.query,
    );
    await checkTimes(1);
    return refundOf(paid, refund);
  };
  const strangers = await chain.pay('BEP20', paid.payer, rawOf('BEP20', OVER));
  expect(await offer(strangers.txHash)).toMatchObject({ status: 'planned', txHash: null, problem: null });
  const { txHash } = await sendOwn(paid);
  await sql`update refunds set created_at = created_at + interval '5 minutes' where id = ${refund.id}`.execute(app.platform.db.query);
  expect(await offer(txHash)).toMatchObject({ status: 'planned', txHash: null, problem: null });
  await sql`update refunds set created_at = created_at - interval '5 minutes' where id = ${refund.id}`.execute(app.platform.db.query);
  expect(await offer(txHash)).toMatchObject({ status: 'seen', txHash });

  await sql`update address_owners set user_id = null where user_id = ${paid.shop.merchant.userId}`.execute(app.platform.db.query);
  await checkTimes(2);
  expect(await refundOf(paid, refund)).toMatchObject({ status: 'seen', txHash });
  await endAll();
}, 120_000);

test('a look that fails does not end the search on its third day, but one on its fourth does', async () => {
  const paid = await overpaid();
  const refund = await planned(paid);
  const aged = async (hours: number) => {
    await sql`update refunds set created_at = now() - make_interval(hours => ${hours}) where id = ${refund.id}`.execute(
      app.platform.db.query,
    );
    await searchNow();
    return refundOf(paid, refund);
  };
  node.meddle = () => {
    throw FAULT;
  };
  expect((await aged(73)).searchedUntil).not.toBeNull();
  expect((await aged(97)).searchedUntil).toBeNull();
  node.meddle = undefined;
}, 120_000);
