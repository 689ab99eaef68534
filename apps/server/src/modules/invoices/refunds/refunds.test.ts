import { type CallbackEvent, callbackEventSchema, type Network, type Refund } from '@stablegate/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { arrive, takeBack } from '../../../../test/arrivals';
import { solanaKey, startTestChain, type TestChain } from '../../../../test/parts/chain';
import {
  checkRefundsNow,
  OVER,
  overpaidInvoice,
  overviewOf,
  type Paid,
  plan,
  planned,
  refundConfirmed,
  refundOf,
  report,
} from '../../../../test/refunds';
import { expectSound, invoiceRow, order, rawOf } from '../../../../test/shop';
import { newMerchant } from '../../../../test/stores';
import { newEvmKey } from '../../../../test/wallet-keys';

let app: TestApp;
let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain();
  const networks = (['BEP20', 'ERC20', 'TRON', 'SOLANA'] as const).map((network) => chain.settings(network));
  app = await startTestApp({ networks });
});

const over = OVER;
const overpaid = (network?: Network, payer?: string) => overpaidInvoice(app, network, payer);
const checkNow = () => checkRefundsNow(app);
const becomesConfirmed = (paid: Paid, refund: Refund) => refundConfirmed(app, chain, paid, refund);

test('the excess goes back: planned, reported, proven on chain, told to the shop, and the ledger is untouched', async () => {
  const paid = await overpaid();
  const { shop, transId, payer, payable } = paid;
  const journal = async () => (await sql`select count(*)::int as n from ledger_entries`.execute(app.platform.db.query)).rows;
  const before = await journal();
  expect(await overviewOf(paid)).toMatchObject({
    received: '57.750000',
    refunded: '0.000000',
    left: '57.750000',
    suggestions: [
      { reason: 'double', amount: '7.500000', network: 'BEP20', toAddress: payer },
      { reason: 'returned', amount: '57.750000' },
    ],
  });
  const refund = await planned(paid);
  expect(refund).toMatchObject({ status: 'planned', amount: '7.500000', toAddress: payer, txHash: null });
  expect(await overviewOf(paid)).toMatchObject({ left: '50.250000', refunded: '0.000000' });

  const { txHash } = await chain.pay('BEP20', payer, rawOf('BEP20', over));
  const seen = await report(paid, refund, txHash.slice(2).toUpperCase()); // as some explorers show it
  expect(seen).toMatchObject({ status: 'seen', txHash, confirmedAt: null, blockNumber: expect.any(Number) });
  expect((await shop.api.get(`/payment/invoice/${transId}`)).json().data).toMatchObject({ refunded: '0.000000' });
  await becomesConfirmed(paid, refund);

  const told = (await shop.api.get(`/payment/invoice/${transId}`)).json().data;
  const proof = { id: refund.id, amount: '7.500000', network: 'BEP20', to_address: payer, trans_hash: txHash, reason: 'overpaid' };
  expect(told).toMatchObject({ status: 'completed', refunded: '7.500000', refunds: [proof] });
  const { data } = (await shop.api.get('/payment/events?type=invoice.refunded')).json();
  expect(data).toHaveLength(1);
  const event: CallbackEvent = callbackEventSchema.parse(data[0]);
  expect(event).toMatchObject({ type: 'invoice.refunded', refund: proof, data: { trans_id: transId, refunded: '7.500000' } });
  expect(await invoiceRow(app, transId)).toMatchObject({ status: 'SUCCESS', paid: payable + over, refunded: over });
  const { timeline } = (await shop.merchant.get(`/invoice/${transId}`)).json();
  expect(timeline.at(-1)).toMatchObject({ event: 'refunded', detail: expect.stringContaining('7.500000 USDT on BEP20') });
  expect(await journal()).toEqual(before);
  // Told once: a further look changes nothing.
  await checkNow();
  expect((await shop.api.get('/payment/events?type=invoice.refunded')).json().data).toHaveLength(1);
  await expectSound(app);
}, 120_000);

test('a transaction that proves something else is refused, and a hash proves one refund only', async () => {
  const paid = await overpaid();
  const [first, second] = [await planned(paid), await planned(paid)];
  const elsewhere = await chain.pay('BEP20', newEvmKey().address, rawOf('BEP20', over));
  const less = await chain.pay('BEP20', paid.payer, rawOf('BEP20', over - 1n));
  const otherNetwork = await chain.pay('ERC20', paid.payer, rawOf('ERC20', over));
  const fake = await chain.pay('BEP20', paid.payer, rawOf('BEP20', over), { token: 'fake' });
  expect((await report(paid, first, elsewhere.txHash)).code).toBe('refund_to_other_address');
  expect((await report(paid, first, less.txHash)).code).toBe('refund_of_other_amount');
  expect((await report(paid, first, otherNetwork.txHash)).code).toBe('refund_to_other_address');
  expect((await report(paid, first, fake.txHash)).code).toBe('refund_to_other_address');
  expect((await report(paid, first, 'hello')).code).toBe('invalid_value');
  expect(await refundOf(paid, first)).toMatchObject({ status: 'planned', txHash: null, problem: 'refund_to_other_address' });

  const right = await chain.pay('BEP20', paid.payer, rawOf('BEP20', over));
  expect(await report(paid, first, right.txHash)).toMatchObject({ status: 'seen', problem: null });
  expect((await report(paid, second, right.txHash)).code).toBe('refund_taken');
  expect((await report(paid, first, right.txHash)).code).toBe('refund_not_open');
  await becomesConfirmed(paid, first);
  expect((await refundOf(paid, second)).status).toBe('planned');
  expect(await invoiceRow(app, paid.transId)).toMatchObject({ refunded: over });
}, 120_000);

test('a hash that no node knows yet is kept and found later; a reorganisation takes it back until it returns', async () => {
  const paid = await overpaid();
  const refund = await planned(paid);
  const unknown = `0x${'cd'.repeat(32)}`;
  expect(await report(paid, refund, unknown)).toMatchObject({ status: 'planned', txHash: unknown, problem: null });
  await checkNow();
  expect(await refundOf(paid, refund)).toMatchObject({ status: 'planned', txHash: unknown });

  const { txHash } = await chain.pay('BEP20', paid.payer, rawOf('BEP20', over));
  expect(await report(paid, refund, txHash)).toMatchObject({ status: 'seen' });
  await chain.reorg(1, false);
  for (let check = 0; check < 4; check += 1) await checkNow();
  expect(await refundOf(paid, refund)).toMatchObject({ status: 'seen', txHash }); // it may be a node that lost it
  await checkNow();
  expect(await refundOf(paid, refund)).toMatchObject({ status: 'planned', txHash, blockNumber: null });
  expect(await invoiceRow(app, paid.transId)).toMatchObject({ refunded: 0n });
}, 120_000);

test('no more than what came and is final can be planned, and a cancelled plan gives it back', async () => {
  const paid = await overpaid();
  expect((await plan(paid, { amount: '57.750001', reason: 'returned' })).json().code).toBe('refund_too_large');
  const whole = await planned(paid, { amount: '57.75', reason: 'returned' });
  expect((await plan(paid, { amount: '0.000001' })).json().code).toBe('refund_too_large');
  expect(await overviewOf(paid)).toMatchObject({ left: '0.000000', suggestions: [] });
  const cancel = () => paid.shop.merchant.post(`/invoice/${paid.transId}/refunds/${whole.id}/cancel`);
  expect((await cancel()).json()).toMatchObject({ status: 'cancelled' });
  expect((await cancel()).json().code).toBe('refund_not_open');
  expect(await overviewOf(paid)).toMatchObject({ left: '57.750000' });
  // Two at once: the invoice's lock lets one of them through.
  const both = await Promise.all([plan(paid, { amount: '40' }), plan(paid, { amount: '40' })]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422]);

  // A payment that is in a block but not final may still vanish: nothing of it is offered.
  const fresh = await order(app, paid.shop, '20');
  const pending = await arrive(app, { to: paid.shop.addresses.BEP20 ?? '', micros: fresh.payable });
  expect(await overviewOf({ ...paid, transId: fresh.transId })).toMatchObject({ received: '0.000000', left: '0.000000', suggestions: [] });
  expect((await plan({ ...paid, transId: fresh.transId }, { amount: '1' })).json().code).toBe('refund_too_large');
  await takeBack(app, pending);
});

test('the address is one of the network and not one of the merchant; warnings say what is known of it', async () => {
  const payer = newEvmKey().address;
  const shops = [await overpaid('BEP20', payer), await overpaid('BEP20', payer)];
  const [paid] = shops as [Paid];
  const check = async (network: string, address: string) =>
    (await paid.shop.merchant.get(`/invoice/${paid.transId}/refunds/address?network=${network}&address=${address}`)).json();
  expect(await check('BEP20', payer.toLowerCase())).toEqual({ address: payer, warnings: [] });
  await overpaid('BEP20', payer); // a third merchant: more than a person's wallet does
  expect(await check('BEP20', payer)).toEqual({ address: payer, warnings: ['pays_many'] });
  expect((await check('BEP20', newEvmKey().address)).warnings).toEqual(['not_the_sender']);
  expect((await check('BEP20', 'hello')).code).toBe('invalid_address');
  expect((await check('TRON', payer)).code).toBe('invalid_address');
  expect((await check('POLYGON', payer)).code).toBe('invalid_value'); // switched off here
  expect((await check('BEP20', paid.shop.addresses.BEP20 ?? '')).code).toBe('refund_to_own_address');
  expect((await check('BEP20', chain.settings('BEP20').contract)).code).toBe('address_is_token');
  expect((await plan(paid, { address: paid.shop.addresses.BEP20 })).json().code).toBe('refund_to_own_address');
});

test('an address that paid nothing needs a recent sign-in, and strangers see nothing', async () => {
  const paid = await overpaid();
  await sql`update sessions set confirmed_at = now() - interval '1 hour' where user_id = ${paid.shop.merchant.userId}`.execute(
    app.platform.db.query,
  );
  expect((await plan(paid, { address: newEvmKey().address })).json().code).toBe('recent_sign_in_required');
  const refund = await planned(paid);
  const stranger = await newMerchant(app, 'refund_stranger');
  for (const path of [`/invoice/${paid.transId}/refunds`, `/invoice/${paid.transId}/refunds/address?network=BEP20&address=${paid.payer}`])
    expect((await stranger.get(path)).statusCode).toBe(404);
  const other = await overpaid();
  expect((await report(other, refund, `0x${'ab'.repeat(32)}`)).code).toBe('not_found');
  expect((await other.shop.merchant.post(`/invoice/${other.transId}/refunds/${refund.id}/cancel`)).statusCode).toBe(404);
  const { rows } = await sql`select action from audit_log where subject = ${refund.id}`.execute(app.platform.db.query);
  expect(rows).toEqual([{ action: 'refund.planned' }]);
});

test('refunds on TRON and Solana are proven by the same rules', async () => {
  const tron = await overpaid('TRON', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
  const onTron = await planned(tron, { network: 'TRON' });
  const tronHash = (await chain.pay('TRON', tron.payer, over)).txHash;
  expect(await report(tron, onTron, tronHash.slice(2))).toMatchObject({ status: 'seen', txHash: tronHash });
  await becomesConfirmed(tron, onTron);

  const owner = solanaKey('a payer who gets some back');
  const solana = await overpaid('SOLANA', owner);
  const onSolana = await planned(solana, { network: 'SOLANA' });
  const wrong = await chain.paySolana(owner, [over - 1n]);
  expect((await report(solana, onSolana, wrong)).code).toBe('refund_of_other_amount');
  const signature = await chain.paySolana(owner, [over]);
  expect(await report(solana, onSolana, signature)).toMatchObject({ txHash: signature });
  await becomesConfirmed(solana, onSolana);
  expect(await refundOf(solana, onSolana)).toMatchObject({ toAddress: owner, fromAddress: expect.any(String) });
}, 180_000);
