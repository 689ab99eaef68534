import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { arrive, finalise, stateOf } from '../../../../test/arrivals';
import { invoiceRow, openShop, order, type Shop } from '../../../../test/shop';
import { NETWORK_ENV } from '../../../../test/stores';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
});

const placeOf = (shop: Shop): string => shop.addresses.BEP20 ?? '';
const view = async (transId: string) => (await app.server.inject({ method: 'GET', url: `/api/v1/payment/${transId}` })).json().data;
const details = async (shop: Shop, transId: string) => (await shop.merchant.get(`/invoice/${transId}`)).json();

/** Other invoices occupy this remainder with every small tail. */
async function takeAllTails(shop: Shop, from: bigint): Promise<void> {
  const { id } = await invoiceRow(app, (await order(app, shop, '33')).transId);
  await sql`
    insert into amount_reservations (family, address_key, payable, invoice_id)
    select 'evm', ${placeOf(shop).toLowerCase()}, ${from} + n * 100, ${id} from generate_series(0, 99) n`.execute(app.platform.db.query);
}

test('the page never asks for an amount of another invoice: with all tails taken no remainder is shown', async () => {
  const shop = await openShop(app);
  const { transId } = await order(app, shop, '100');
  const part = await arrive(app, { to: placeOf(shop), micros: 95_000_000n });
  expect(await view(transId)).toMatchObject({ due: '5.5000', due_exact: true });

  await shop.merchant.post(`/transfers/${part.id}/unassign`);
  await takeAllTails(shop, 5_500_000n);
  const assigned = await shop.merchant.post(`/transfers/${part.id}/assign`, { transId });
  expect(assigned.statusCode, assigned.body).toBe(200);
  expect(await view(transId)).toMatchObject({ status: 'waiting', paid: '95.000000', due: '0.0000', due_exact: false });
  expect(await details(shop, transId)).toMatchObject({ due: '5.500000', dueExact: false });

  // Sending the missing amount anyway pays no one by accident: another invoice has that amount.
  const sent = await arrive(app, { to: placeOf(shop), micros: 5_500_000n });
  await finalise(app, [part, sent]);
  expect(await invoiceRow(app, transId)).toMatchObject({ status: 'WAITING', paid: 95_000_000n });
});

test('the remainder of an amount that is not in whole cents is not in whole cents either', async () => {
  const shop = await openShop(app);
  const { transId, payable } = await order(app, shop, '99.5024'); // as a payer may have chosen it
  expect(payable % 10_000n).not.toBe(0n);
  await arrive(app, { to: placeOf(shop), micros: payable - 5_000_000n });
  const { due, due_exact } = await view(transId);
  expect([due_exact, due]).toEqual([true, expect.stringMatching(/^5\.00(0[1-9]|[1-9]\d)$/)]);
});

test('a remainder that is taken gets a tail that is free at every address, and paying it completes the invoice', async () => {
  const shop = await openShop(app, ['BEP20', 'TRON']);
  const { transId } = await order(app, shop, '100');
  const other = await order(app, shop, '5.47');
  expect(other.payable).toBe(5_497_400n);
  const part = await arrive(app, { to: placeOf(shop), micros: 100_500_000n - other.payable });
  expect(await stateOf(app, part)).toBe('unmatched');
  await shop.merchant.post(`/transfers/${part.id}/assign`, { transId });
  const { due, due_exact } = await view(transId);
  expect(due_exact).toBe(true);
  expect(due).toMatch(/^5\.(49(7[5-9]|[89]\d)|50\d\d)$/);
  const micros = BigInt(due.replace('.', '')) * 100n;
  const { rows } = await sql`select family from amount_reservations where payable = ${micros} order by 1`.execute(app.platform.db.query);
  expect(rows).toEqual([{ family: 'evm' }, { family: 'tron' }]);
  const rest = await arrive(app, { to: placeOf(shop), micros });
  await finalise(app, [part, rest]);
  expect(await invoiceRow(app, transId)).toMatchObject({ status: 'SUCCESS' });
  expect(await invoiceRow(app, other.transId)).toMatchObject({ status: 'WAITING', paid: 0n });
});
