import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { arrive, stateOf } from '../../../../test/arrivals';
import { invoiceRow, openShop, order, type Shop } from '../../../../test/shop';
import { NETWORK_ENV } from '../../../../test/stores';

let app: TestApp;
let shop: Shop;
beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
});
beforeEach(async () => {
  await sql`delete from chain_cursors`.execute(app.platform.db.query);
  shop = await openShop(app);
});

const recordHead = (block: number, lagMs: number | null = 0) =>
  sql`insert into chain_cursors (network, head_block, clock_lag_ms) values ('BEP20', ${block}, ${lagMs})`.execute(app.platform.db.query);
const HIGH = 1_000_000;
/** Blocks of arrivals begin at 1,000. */
const LOW = 10;
async function send(micros: bigint, secondsAgo = 0, network: 'BEP20' | 'ERC20' = 'BEP20'): Promise<string> {
  const at = new Date(Date.now() - secondsAgo * 1_000);
  return stateOf(app, await arrive(app, { to: shop.addresses.BEP20 ?? '', micros, at, network }));
}

test('a block up to the head that was known when the invoice was made never pays it, whatever its time says', async () => {
  await recordHead(HIGH);
  const { transId, payable } = await order(app, shop, '100');
  expect(await send(payable)).toBe('unmatched');
  expect(await send(payable - 1_000_000n), 'nor a part of it').toBe('unmatched');
  expect(await invoiceRow(app, transId)).toMatchObject({ status: 'WAITING', paid: 0n });
  const seen = (await app.server.inject({ method: 'GET', url: `/api/v1/payment/${transId}` })).json().data;
  expect(seen.other_amounts ?? []).toEqual([]);
});

test('a block above it pays, unless it was made before: an idle network’s head may be a minute old', async () => {
  await recordHead(LOW);
  const { payable } = await order(app, shop, '100');
  expect(await send(payable, 10)).toBe('unmatched');
  expect(await send(payable)).toBe('matched');
});

test('a network whose clock runs behind ours loses no payment', async () => {
  await recordHead(LOW, 40_000);
  const { payable } = await order(app, shop, '100');
  expect(await send(payable, 45)).toBe('unmatched');
  expect(await send(payable, 38)).toBe('matched');
});

test('where neither its clock nor its head is known yet, a block may be a minute older', async () => {
  await recordHead(LOW, null);
  const { payable } = await order(app, shop, '100');
  expect(await send(payable, 70)).toBe('unmatched');
  expect(await send(payable, 50)).toBe('matched');
  const elsewhere = await order(app, shop, '200');
  expect(await send(elsewhere.payable, 70, 'ERC20')).toBe('unmatched');
  expect(await send(elsewhere.payable, 50, 'ERC20')).toBe('matched');
});

test('an invoice that is younger than the block neither contests a payment nor prevents a part', async () => {
  await recordHead(LOW);
  const first = await order(app, shop, '100');
  await sql`update chain_cursors set head_block = ${HIGH}`.execute(app.platform.db.query);
  const younger = await order(app, shop, '100.50');
  expect(younger.payable).not.toBe(first.payable);
  expect(await send(first.payable - 1_000_000n)).toBe('matched');
  expect(await send(1_000_000n)).toBe('matched');
  expect(await invoiceRow(app, first.transId)).toMatchObject({ status: 'PROCESSING', paid: first.payable });
});
