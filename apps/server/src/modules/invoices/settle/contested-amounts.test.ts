import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { arrive, finalise, stateOf } from '../../../../test/arrivals';
import { expectSound, invoiceRow, openShop, order, type Shop } from '../../../../test/shop';
import { NETWORK_ENV } from '../../../../test/stores';

let app: TestApp;
let shop: Shop;
beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
});
beforeEach(async () => {
  shop = await openShop(app);
});

const send = (micros: bigint) => arrive(app, { to: shop.addresses.BEP20 ?? '', micros });
const candidatesOf = async (id: string): Promise<string[]> =>
  (await shop.merchant.get('/transfers?size=50'))
    .json()
    .content.find((transfer: { id: string }) => transfer.id === id)
    .candidates.map(({ transId }: { transId: string }) => transId);

/** An invoice that asks for exactly `payable`, as one made by an earlier release does, or beside more invoices than there are tails. */
async function park(amount: string, payable: bigint): Promise<string> {
  const { transId } = await order(app, shop, amount);
  const { id } = await invoiceRow(app, transId);
  await app.platform.db.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx); // what an invoice was made with does not change
    await sql`update amount_reservations set payable = ${payable} where invoice_id = ${id}`.execute(tx);
    await sql`update invoices set payable = ${payable} where id = ${id}`.execute(tx);
  });
  return transId;
}

test.each([
  ['the price without the fee', '99.5024', 100_000_000n],
  ['what asks for 1 more, of which an exchange kept 1', '99.0049', 99_500_000n],
  ['what asks for 0.29 more, of which an exchange kept 0.29', '99.7114', 100_210_000n],
])('an invoice parked on %s does not get it: it waits for the merchant, who sees both', async (_, amount, micros) => {
  const meant = await order(app, shop, '100');
  expect(meant.payable).toBe(100_500_000n);
  const parked = await park(amount, micros);
  const sent = await send(micros);
  expect(await stateOf(app, sent)).toBe('unmatched');
  expect(await invoiceRow(app, parked)).toMatchObject({ status: 'WAITING', paid: 0n });
  expect((await candidatesOf(sent.id)).sort()).toEqual([meant.transId, parked].sort());
});

test('it does not matter which of the two was there first', async () => {
  const parked = await park('99.5024', 100_000_000n);
  await order(app, shop, '100');
  expect(await stateOf(app, await send(100_000_000n))).toBe('unmatched');
  expect(await invoiceRow(app, parked)).toMatchObject({ status: 'WAITING', paid: 0n });
});

test('an invoice that is paid, or younger than the block, contests nothing', async () => {
  const meant = await order(app, shop, '100');
  const parked = await park('99.5024', 100_000_000n);
  await finalise(app, [await send(meant.payable)]);
  expect(await stateOf(app, await send(100_000_000n))).toBe('matched');
  expect(await invoiceRow(app, parked)).toMatchObject({ status: 'PROCESSING', paid: 100_000_000n });
  const early = await park('49.7512', 50_000_000n);
  const younger = await order(app, shop, '50');
  await sql`update invoices set created_at = created_at + interval '2 minutes' where trans_id = ${younger.transId}`.execute(
    app.platform.db.query,
  );
  expect(await stateOf(app, await send(50_000_000n))).toBe('matched');
  expect(await invoiceRow(app, early)).toMatchObject({ status: 'PROCESSING' });
});

test('ordinary prices stay automatic: the amounts asked for keep apart from what others send by mistake', async () => {
  const prices = ['99.50', '100.50', '100', '101', '4.99', '5.99', '20.10', '20', '10.10', '10', '9.90', '100', '99.5024', '99.99'];
  const made = [];
  for (const price of prices) for (let times = 0; times < 3; times += 1) made.push(await order(app, shop, price));
  for (const { transId, payable } of made) {
    await send(payable);
    expect(await invoiceRow(app, transId), `${payable}`).toMatchObject({ status: 'PROCESSING', paid: payable });
  }
  await expectSound(app);
});

test('an amount that its payer may have chosen is never asked for in whole cents, in which others send theirs', async () => {
  for (const amount of ['99.5024', '0.9999', '12.3456']) expect((await order(app, shop, amount)).payable % 10_000n).not.toBe(0n);
  const link = { name: 'Donation', description: null, amount: null, stock: null, endsAt: null, questions: [], successMessage: null };
  const made = await shop.merchant.post('/payment-links', { ...link, enabled: true, storeId: shop.storeId });
  expect(made.statusCode, made.body).toBe(201);
  const payload = { amount: '100' };
  const answer = await app.server.inject({ method: 'POST', url: `/api/v1/pay/${made.json().url.split('/pay/')[1]}`, payload });
  expect((await invoiceRow(app, answer.json().transId)).payable % 10_000n).not.toBe(0n);
  expect((await order(app, shop, '100')).payable).toBe(100_500_000n);
});

test('an amount that was taken over is nobody’s while the invoice that lost it is watched and unpaid', async () => {
  const late = await order(app, shop, '10');
  const { id } = await invoiceRow(app, late.transId);
  await sql`update invoices set status = 'EXPIRED', version = version + 1 where id = ${id}`.execute(app.platform.db.query);
  await sql`update amount_reservations set ended_at = now() - interval '3 hours' where invoice_id = ${id}`.execute(app.platform.db.query);
  // The other 999 tails of its price are in use.
  const place = shop.addresses.BEP20?.toLowerCase();
  await sql`
    insert into amount_reservations (family, address_key, payable, invoice_id)
    select 'evm', ${place}, ${late.payable} + n * 100, 'inv_other' from generate_series(1, 999) n`.execute(app.platform.db.query);
  const newer = await order(app, shop, '10');
  expect(newer.payable).toBe(late.payable);
  const sent = await send(late.payable);
  expect(await stateOf(app, sent)).toBe('unmatched');
  expect(await invoiceRow(app, newer.transId)).toMatchObject({ status: 'WAITING', paid: 0n });
  expect((await candidatesOf(sent.id)).sort()).toEqual([late.transId, newer.transId].sort());
  // Nobody else can be meant once the late one is paid.
  await sql`update invoices set status = 'SUCCESS', version = version + 1 where id = ${id}`.execute(app.platform.db.query);
  expect(await stateOf(app, await send(late.payable))).toBe('matched');
});
