import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { arrive, bringBack, finalise, stateOf, takeBack } from '../../../../test/arrivals';
import { invoiceRow, openShop, order, type Shop } from '../../../../test/shop';
import { addWallet, callApi, NETWORK_ENV, newStore } from '../../../../test/stores';
import { besideTransaction } from '../../../platform/db/db';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
});

const USDT = 1_000_000n;
const placeOf = (shop: Shop): string => shop.addresses.BEP20 ?? '';
const view = async (transId: string) => (await app.server.inject({ method: 'GET', url: `/api/v1/payment/${transId}` })).json().data;
const inbox = async (shop: Shop) => (await shop.merchant.get('/transfers?state=unmatched')).json().content;

async function endLongAgo(transId: string, hours: number): Promise<void> {
  const { id } = await invoiceRow(app, transId);
  const at = new Date(Date.now() - hours * 3_600_000);
  await sql`update invoices set status = 'EXPIRED', expires_at = ${at} where id = ${id}`.execute(app.platform.db.query);
  await sql`update amount_reservations set ended_at = ${at} where invoice_id = ${id}`.execute(app.platform.db.query);
}

test("552.75 for the invoice of 502.50 never becomes a part of the stranger's 753.75", async () => {
  const shop = await openShop(app);
  const [own, stranger] = [await order(app, shop, '500'), await order(app, shop, '750')];
  expect([own.payable, stranger.payable]).toEqual([502_500_000n, 753_750_000n]);
  const paid = await arrive(app, { to: placeOf(shop), micros: 552_750_000n });
  expect(await stateOf(app, paid)).toBe('unmatched');
  expect(await invoiceRow(app, stranger.transId)).toMatchObject({ status: 'WAITING', paid: 0n, flags: [] });
  const [waiting] = await inbox(shop);
  expect(waiting.candidates.map(({ transId }: { transId: string }) => transId)).toEqual([own.transId, stranger.transId]);

  const rest = await arrive(app, { to: placeOf(shop), micros: 201n * USDT });
  await finalise(app, [paid, rest]);
  expect(await stateOf(app, rest)).toBe('unmatched');
  for (const { transId } of [own, stranger]) expect(await invoiceRow(app, transId)).toMatchObject({ status: 'WAITING', paid: 0n });
});

test('nearly enough is a part of the only invoice at the address, up to 10% or 5 USDT less', async () => {
  const cases = [
    { amount: '100', sent: 90_450_000n, isPart: true }, // 10.05 of 100.50 is missing
    { amount: '100', sent: 90_449_999n, isPart: false },
    { amount: '20', sent: 15_100_000n, isPart: true }, // 5 of 20.10
    { amount: '20', sent: 15_099_999n, isPart: false },
    { amount: '20', sent: 20_100_001n, isPart: false }, // too much, by however little
  ];
  for (const { amount, sent, isPart } of cases) {
    const shop = await openShop(app);
    const { transId } = await order(app, shop, amount);
    const transfer = await arrive(app, { to: placeOf(shop), micros: sent });
    expect(await stateOf(app, transfer), `${sent} for ${amount}`).toBe(isPart ? 'matched' : 'unmatched');
    await finalise(app, [transfer]);
    expect(await invoiceRow(app, transId)).toMatchObject({
      status: 'WAITING',
      flags: isPart ? ['paidPartial'] : [],
      paid: isPart ? sent : 0n,
    });
  }
});

test('any other invoice still watched at the address forbids the guess: paid, expired, of another store, with another amount', async () => {
  for (const kind of ['paid', 'expired', 'other store', 'far away'] as const) {
    const shop = await openShop(app);
    const other = await order(app, shop, kind === 'far away' ? '7' : '60');
    if (kind === 'paid') await finalise(app, [await arrive(app, { to: placeOf(shop), micros: other.payable })]);
    if (kind === 'expired') await endLongAgo(other.transId, 3);
    let at = shop;
    if (kind === 'other store') {
      const store = await newStore(shop.merchant, 'Second');
      await addWallet(shop.merchant, store.id, 'BEP20', placeOf(shop));
      at = { ...shop, api: callApi(app, store.apiKey) };
    }
    const { transId } = await order(app, at, '100');
    const transfer = await arrive(app, { to: placeOf(shop), micros: 99n * USDT });
    expect(await stateOf(app, transfer), kind).toBe('unmatched');
    expect(await invoiceRow(app, transId)).toMatchObject({ paid: 0n, flags: [] });
  }
});

test('an invoice whose amount was taken over still makes the match ambiguous', async () => {
  const shop = await openShop(app);
  const old = await order(app, shop, '10');
  await endLongAgo(old.transId, 3);
  const { id } = await invoiceRow(app, old.transId);
  // What creation does when all amounts are in use.
  await sql`select take_over_amount('inv_taker', array['evm'], array[${placeOf(shop).toLowerCase()}], array[${old.payable}]::bigint[], null, now())`.execute(
    app.platform.db.query,
  );
  await sql`delete from amount_reservations where invoice_id = 'inv_taker'`.execute(app.platform.db.query);
  expect((await sql`select 1 from amount_reservations where invoice_id = ${id}`.execute(app.platform.db.query)).rows).toEqual([]);
  const { transId } = await order(app, shop, '20');
  const transfer = await arrive(app, { to: placeOf(shop), micros: 19n * USDT });
  expect(await stateOf(app, transfer)).toBe('unmatched');
  expect(await invoiceRow(app, transId)).toMatchObject({ paid: 0n });
});

test('an invoice created after the block neither prevents the match nor receives it', async () => {
  const shop = await openShop(app);
  const first = await order(app, shop, '100');
  await sql`update invoices set created_at = now() - interval '10 minutes' where trans_id = ${first.transId}`.execute(
    app.platform.db.query,
  );
  const second = await order(app, shop, '100');
  const transfer = await arrive(app, { to: placeOf(shop), micros: 99n * USDT, at: new Date(Date.now() - 300_000) });
  expect(await stateOf(app, transfer)).toBe('matched');
  expect(await invoiceRow(app, first.transId)).toMatchObject({ paid: 99n * USDT, flags: ['paidPartial'] });
  expect(await invoiceRow(app, second.transId)).toMatchObject({ paid: 0n });
});

test('a late part is kept on the expired invoice; its exact remainder completes it', async () => {
  const shop = await openShop(app);
  const { transId } = await order(app, shop, '100');
  await endLongAgo(transId, 1);
  const part = await arrive(app, { to: placeOf(shop), micros: 100n * USDT });
  expect(await invoiceRow(app, transId)).toMatchObject({ status: 'EXPIRED', flags: ['paidPartial'], paid: 100n * USDT });
  const rest = await arrive(app, { to: placeOf(shop), micros: 500_000n });
  await finalise(app, [part, rest]);
  expect(await invoiceRow(app, transId)).toMatchObject({ status: 'SUCCESS', flags: ['paidLate'], paid: 100_500_000n });
});

test('a part never completes an invoice: more than the remainder waits for the owner', async () => {
  const shop = await openShop(app);
  const { transId } = await order(app, shop, '100');
  await arrive(app, { to: placeOf(shop), micros: 95n * USDT });
  expect(await view(transId)).toMatchObject({ due: '5.5000', due_exact: true });
  const more = await arrive(app, { to: placeOf(shop), micros: 5_500_001n });
  expect(await stateOf(app, more)).toBe('unmatched');
  const less = await arrive(app, { to: placeOf(shop), micros: 2n * USDT });
  expect(await stateOf(app, less)).toBe('matched');
  expect(await view(transId)).toMatchObject({ status: 'waiting', due: '3.5000', paid: '97.000000' });
});

test('the database itself refuses a part beside another invoice', async () => {
  const shop = await openShop(app);
  const [first] = [await order(app, shop, '100'), await order(app, shop, '200')];
  const transfer = await arrive(app, { to: placeOf(shop), micros: 99n * USDT });
  const { id } = await invoiceRow(app, first.transId);
  await expect(
    sql`insert into invoice_transfers (transfer_id, invoice_id, amount, matched_by, attached_at)
        values (${transfer.id}, ${id}, ${transfer.amountMicros}, 'part', now())`.execute(app.platform.db.query),
  ).rejects.toThrow('another invoice could be meant');
});

test('while an invoice is being created at the address nothing is guessed', async () => {
  const shop = await openShop(app);
  const { transId } = await order(app, shop, '100');
  const { store_id } = await invoiceRow(app, transId);
  const transfer = await app.platform.db.transaction(async (creation) => {
    await sql`select pg_advisory_xact_lock_shared(hashtextextended('store-addresses:' || ${store_id}, 0))`.execute(creation);
    return besideTransaction(() => arrive(app, { to: placeOf(shop), micros: 99n * USDT }));
  });
  expect(await stateOf(app, transfer)).toBe('unmatched');
});

test('a part that was undone stays undone when its block is replaced', async () => {
  const shop = await openShop(app);
  const { transId } = await order(app, shop, '100');
  const part = await arrive(app, { to: placeOf(shop), micros: 99n * USDT });
  expect((await shop.merchant.post(`/transfers/${part.id}/unassign`)).statusCode).toBe(200);
  await takeBack(app, part);
  await bringBack(app, part);
  expect(await stateOf(app, part)).toBe('unmatched');
  expect(await invoiceRow(app, transId)).toMatchObject({ paid: 0n, flags: [] });
});

test('two concurrent parts on two networks are not both guessed', async () => {
  const shop = await openShop(app);
  const { transId } = await order(app, shop, '100');
  const both = await Promise.all(
    (['BEP20', 'ERC20'] as const).map((network) => arrive(app, { to: placeOf(shop), micros: 95n * USDT, network })),
  );
  const states = await Promise.all(both.map((each) => stateOf(app, each)));
  expect(states.sort()).toEqual(['matched', 'unmatched']);
  expect(await invoiceRow(app, transId)).toMatchObject({ status: 'WAITING', paid: 95n * USDT });
});
