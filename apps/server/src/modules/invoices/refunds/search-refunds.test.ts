import type { Refund } from '@stablegate/contract';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { solanaPayer } from '../../../../../sandbox/src/solana/solana-accounts';
import { startTestApp } from '../../../../test/app';
import { solanaKey } from '../../../../test/parts/chain';
import { startRpcProxy } from '../../../../test/parts/rpc-proxy';
import { type Own, startRefundSearch } from '../../../../test/refund-search';
import { OVER, refundConfirmed, refundOf, report } from '../../../../test/refunds';
import { expectSound, openShop, rawOf } from '../../../../test/shop';
import { addWallet, newStore } from '../../../../test/stores';
import { newEvmKey, newTronKey } from '../../../../test/wallet-keys';

const { app, chain, node, overpaid, planned, sendOwn, searchNow, checkTimes, endAll } = await startRefundSearch();
afterEach(() => {
  node.meddle = undefined;
});

const becomesConfirmed = (paid: Own, refund: Refund) => refundConfirmed(app, chain, paid, refund);
const callsOf = (): number => [...node.calls.values()].reduce((sum, count) => sum + count, 0);

test('a refund from an own address is found, proven and told without its hash', async () => {
  const paid = await overpaid();
  const refund = await planned(paid);
  const until = new Date(new Date(refund.createdAt).getTime() + 3 * 86_400_000).toISOString();
  expect(refund).toMatchObject({ status: 'planned', txHash: null, searchedUntil: until });
  await searchNow();
  expect(await refundOf(paid, refund)).toMatchObject({ status: 'planned', txHash: null, searchedUntil: until });

  const { txHash } = await sendOwn(paid);
  await searchNow();
  expect(await refundOf(paid, refund)).toMatchObject({ status: 'seen', txHash, fromAddress: paid.own, searchedUntil: null });
  await becomesConfirmed(paid, refund);
  const { data } = (await paid.shop.api.get('/payment/events?type=invoice.refunded')).json();
  expect(data).toMatchObject([{ refund: { id: refund.id, trans_hash: txHash, from_address: paid.own } }]);
  await expectSound(app);
}, 120_000);

test('what a stranger sent, another amount, and what was sent before the plan are not taken', async () => {
  const paid = await overpaid();
  await sendOwn(paid); // before the plan
  await chain.call('sandbox_advanceTime', { seconds: 70 });
  const refund = await planned(paid);
  await sql`update refunds set created_at = created_at + interval '68 seconds' where id = ${refund.id}`.execute(app.platform.db.query);
  await chain.pay('BEP20', paid.payer, rawOf('BEP20', OVER)); // the customer, from another wallet
  await sendOwn(paid, OVER - 1n);
  await sendOwn({ ...paid, payer: newEvmKey().address });
  await sendOwn(paid, OVER, { token: 'fake' });
  const foreign = await openShop(app, ['BEP20']);
  await sendOwn({ ...paid, own: foreign.addresses.BEP20 ?? '' }); // another merchant's address is no own one
  await searchNow();
  expect(await refundOf(paid, refund)).toMatchObject({ status: 'planned', txHash: null, problem: null });
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from transfers where to_address = ${paid.payer}`.execute(
    app.platform.db.query,
  );
  expect(rows).toEqual([{ count: 0 }]);

  const { txHash } = await sendOwn(paid);
  await searchNow();
  expect(await refundOf(paid, refund)).toMatchObject({ status: 'seen', txHash });
  await endAll();
}, 120_000);

test('of two equal refunds the oldest takes the first transfer, and a transfer that was named is not taken again', async () => {
  const paid = await overpaid();
  const [first, second, third] = [await planned(paid), await planned(paid), await planned(paid)];
  const named = await sendOwn(paid);
  expect(await report(paid, third, named.txHash)).toMatchObject({ status: 'seen' });
  await searchNow();
  expect(await refundOf(paid, first)).toMatchObject({ status: 'planned', txHash: null });

  const one = await sendOwn(paid);
  await searchNow();
  await searchNow();
  expect(await refundOf(paid, first)).toMatchObject({ status: 'seen', txHash: one.txHash });
  expect(await refundOf(paid, second)).toMatchObject({ status: 'planned', txHash: null, problem: null });
  const two = await sendOwn(paid);
  await searchNow();
  expect(await refundOf(paid, second)).toMatchObject({ status: 'seen', txHash: two.txHash });
  await endAll();
}, 120_000);

test('any of the own addresses counts, those of other stores and networks of the family too', async () => {
  const paid = await overpaid();
  const store = await newStore(paid.shop.merchant, 'Second');
  const own = newEvmKey().address;
  await addWallet(paid.shop.merchant, store.id, 'ERC20', own);
  const refund = await planned(paid);
  const { txHash } = await sendOwn({ ...paid, own });
  await searchNow();
  expect(await refundOf(paid, refund)).toMatchObject({ status: 'seen', txHash, fromAddress: own });
  await endAll();
}, 120_000);

test('a transaction that a reorganisation takes away is searched for again, and a replacement is found', async () => {
  const paid = await overpaid();
  const refund = await planned(paid);
  await searchNow();
  const { txHash } = await sendOwn(paid);
  await searchNow();
  expect(await refundOf(paid, refund)).toMatchObject({ status: 'seen', txHash });
  await checkTimes(12); // looks that show it do not count
  await chain.reorg(1, false);
  await checkTimes(4);
  expect(await refundOf(paid, refund)).toMatchObject({ status: 'seen', txHash });
  await checkTimes(1);
  expect(await refundOf(paid, refund)).toMatchObject({ status: 'planned', txHash });
  await checkTimes(3);
  expect(await refundOf(paid, refund)).toMatchObject({ status: 'planned', txHash: null, problem: null });
  const replaced = await sendOwn(paid);
  expect(replaced.txHash).not.toBe(txHash);
  await searchNow();
  expect(await refundOf(paid, refund)).toMatchObject({ status: 'seen', txHash: replaced.txHash });
  await endAll();
}, 120_000);

test('a restart goes on where the search was', async () => {
  const paid = await overpaid();
  const refund = await planned(paid);
  await chain.mine(800); // more than are searched again
  await searchNow();
  const from = async () =>
    (await sql<{ n: number }>`select search_from::int as n from refunds where id = ${refund.id}`.execute(app.platform.db.query)).rows[0]
      ?.n ?? 0;
  const before = await from();
  expect(before).toBeGreaterThan(20); // not from the beginning
  const { txHash } = await sendOwn(paid); // while nobody searches
  await chain.mine(20);

  const counting = await startRpcProxy(chain.url);
  const asked: string[] = [];
  counting.meddle = ({ method, params }) => {
    if (method === 'eth_getLogs') asked.push((params[0] as { fromBlock: string }).fromBlock);
  };
  const settings = { networks: [chain.settings('BEP20', { endpoints: [{ url: counting.url }] })] };
  const restarted = await startTestApp({ ...settings, env: { DATABASE_URL: app.databaseUrl } });
  await searchNow(restarted);
  expect(asked.map((block) => Number.parseInt(block, 16))).toEqual([before]);
  expect(await refundOf(paid, refund)).toMatchObject({ txHash });
  await endAll();
}, 120_000);

test('the nodes are asked only while a refund is open, and in ranges that they allow', async () => {
  await endAll();
  const paid = await overpaid();
  const before = callsOf();
  expect(await app.services.invoices.refunds.search.nextSweepInMs()).toBeUndefined();
  await app.services.invoices.refunds.search.sweep();
  expect(callsOf()).toBe(before);

  const refund = await planned(paid);
  expect(await app.services.invoices.refunds.search.nextSweepInMs()).toBeLessThanOrEqual(15_000);
  await sql`update refunds set search_at = now() + interval '1 hour' where id = ${refund.id}`.execute(app.platform.db.query);
  await app.services.invoices.refunds.search.sweep(); // not due
  expect(callsOf()).toBe(before);
  await searchNow();
  expect(callsOf()).toBeGreaterThan(before);

  await chain.mine(500);
  const { txHash } = await sendOwn(paid);
  const spans: number[] = [];
  node.meddle = ({ method, params }) => {
    if (method !== 'eth_getLogs') return undefined;
    const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string };
    const span = Number.parseInt(toBlock, 16) - Number.parseInt(fromBlock, 16) + 1;
    if (span > 100) throw { code: -32005, message: 'query exceeds max block range 100' };
    spans.push(span);
    return undefined;
  };
  for (let round = 0; round < 8 && (await refundOf(paid, refund)).txHash === null; round += 1) await searchNow();
  node.meddle = undefined;
  expect(Math.max(...spans)).toBeLessThanOrEqual(100);
  expect(await refundOf(paid, refund)).toMatchObject({ status: 'seen', txHash });

  // Cancelled: nothing is asked any more.
  const other = await planned(paid);
  await paid.shop.merchant.post(`/invoice/${paid.transId}/refunds/${other.id}/cancel`);
  expect(await app.services.invoices.refunds.search.nextSweepInMs()).toBeUndefined();
}, 120_000);

test('the search ends after three days, and says so', async () => {
  const paid = await overpaid();
  const refund = await planned(paid);
  await sql`update refunds set created_at = now() - interval '73 hours' where id = ${refund.id}`.execute(app.platform.db.query);
  // What was not searched in time is searched first, in as many steps as the node's range needs.
  for (let round = 0; round < 20 && (await refundOf(paid, refund)).searchedUntil !== null; round += 1) await searchNow();
  expect(await refundOf(paid, refund)).toMatchObject({ status: 'planned', searchedUntil: null });
  const { txHash } = await sendOwn(paid);
  await searchNow();
  expect(await refundOf(paid, refund)).toMatchObject({ status: 'planned', txHash: null });
  expect(await report(paid, refund, txHash)).toMatchObject({ status: 'seen', txHash });
}, 120_000);

test('TRON and Solana are searched by the same rules', async () => {
  const tron = await overpaid('TRON', newTronKey().address);
  const onTron = await planned(tron);
  await chain.pay('TRON', tron.payer, OVER); // a stranger
  await sendOwn(tron, OVER + 1n);
  await searchNow();
  expect(await refundOf(tron, onTron)).toMatchObject({ status: 'planned', txHash: null });
  const { txHash } = await sendOwn(tron);
  await searchNow();
  expect(await refundOf(tron, onTron)).toMatchObject({ txHash, fromAddress: tron.own });
  await becomesConfirmed(tron, onTron);

  // The stand-in has one key that sends: for the first merchant it is a stranger's, for the second the own one.
  const stranger = await overpaid('SOLANA', solanaKey('a customer of a stranger'));
  const notSent = await planned(stranger);
  await chain.paySolana(stranger.payer, [OVER]);
  await searchNow();
  expect(await refundOf(stranger, notSent)).toMatchObject({ status: 'planned', txHash: null });

  const { address } = await solanaPayer();
  const paid = await overpaid();
  const store = await newStore(paid.shop.merchant, 'Solana');
  await addWallet(paid.shop.merchant, store.id, 'SOLANA', address);
  const solana = { ...paid, network: 'SOLANA' as const, payer: solanaKey('a customer of ours') };
  const onSolana = await planned(solana);
  await chain.paySolana(solana.payer, [OVER - 1n]);
  await searchNow();
  expect(await refundOf(solana, onSolana)).toMatchObject({ status: 'planned', txHash: null });
  const signature = await chain.paySolana(solana.payer, [OVER]);
  await searchNow();
  expect(await refundOf(solana, onSolana)).toMatchObject({ txHash: signature });
  await becomesConfirmed(solana, onSolana);
  expect(await refundOf(solana, onSolana)).toMatchObject({ fromAddress: address });
  await endAll();
}, 180_000);
