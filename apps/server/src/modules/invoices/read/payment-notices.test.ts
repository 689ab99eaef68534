import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { arrive, bringBack, finalise, takeBack } from '../../../../test/arrivals';
import { addressOf, listenBySockjs } from '../../../../test/live';
import { openShop, order, type Shop } from '../../../../test/shop';
import { NETWORK_ENV } from '../../../../test/stores';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV, roles: ['api'] });
});

const placeOf = (shop: Shop): string => shop.addresses.BEP20 ?? '';
const view = async (transId: string) => (await app.server.inject({ method: 'GET', url: `/api/v1/payment/${transId}` })).json().data;
const expire = (transId: string) => sql`update invoices set status = 'EXPIRED' where trans_id = ${transId}`.execute(app.platform.db.query);

test('a reorged transfer is shown until it returns, or the invoice is paid or no longer watched; the page is notified', async () => {
  const shop = await openShop(app);
  const { transId, payable } = await order(app, shop, '61');
  const listener = await listenBySockjs(addressOf(app), 'websocket', transId);
  const heard = () => listener.messages.map(({ body }) => JSON.parse(body));
  const paid = await arrive(app, { to: placeOf(shop), micros: payable });
  const seen = await view(transId);
  expect(seen).toMatchObject({ status: 'processing' });
  expect(seen).not.toHaveProperty('taken_back');

  await takeBack(app, paid);
  const gone = await view(transId);
  expect(gone).toMatchObject({ status: 'waiting', taken_back: { network: 'BEP20', tx_hash: paid.txHash, amount: '61.305000' } });
  expect(gone.version).toBeGreaterThan(seen.version);
  await vi.waitFor(() => expect(heard().at(-1)).toMatchObject({ version: gone.version, taken_back: { tx_hash: paid.txHash } }), 15_000);

  await bringBack(app, paid);
  expect(await view(transId)).toMatchObject({ status: 'processing' });
  expect(await view(transId)).not.toHaveProperty('taken_back');
  await takeBack(app, paid);
  await finalise(app, [await arrive(app, { to: placeOf(shop), micros: payable })]);
  expect(await view(transId)).toMatchObject({ status: 'success' });
  expect(await view(transId)).not.toHaveProperty('taken_back');
  await listener.close();

  const other = await order(app, shop, '62');
  await takeBack(app, await arrive(app, { to: placeOf(shop), micros: other.payable }));
  expect(await view(other.transId)).toHaveProperty('taken_back');
  await expire(other.transId);
  expect(await view(other.transId)).toMatchObject({ status: 'expired', taken_back: { network: 'BEP20' } });
  await sql`update invoices set monitor_until = null where trans_id = ${other.transId}`.execute(app.platform.db.query);
  expect(await view(other.transId)).not.toHaveProperty('taken_back');
});

test('an odd amount is shown on every page it may belong to, live, until it is assigned', async () => {
  const shop = await openShop(app);
  const [first, second, far] = [await order(app, shop, '500'), await order(app, shop, '750'), await order(app, shop, '4000')];
  const before = await view(first.transId);
  const listener = await listenBySockjs(addressOf(app), 'websocket', first.transId);
  const odd = await arrive(app, { to: placeOf(shop), micros: 552_750_000n });
  const notice = { amount: '552.750000', network: 'BEP20', seen_at: expect.any(String), claimed: false };
  for (const { transId } of [first, second]) expect((await view(transId)).other_amounts).toEqual([notice]);
  expect(await view(far.transId)).not.toHaveProperty('other_amounts');
  const told = await view(first.transId);
  expect(told.version).toBeGreaterThan(before.version);
  expect(JSON.stringify(told)).not.toContain(odd.txHash);
  expect(JSON.stringify(told)).not.toContain(odd.fromAddress);
  const heard = () => listener.messages.map(({ body }) => JSON.parse(body)).at(-1);
  await vi.waitFor(() => expect(heard()).toMatchObject({ version: told.version, other_amounts: [notice] }), 15_000);

  const later = await order(app, shop, '540'); // created after it was seen: another customer's money
  expect(await view(later.transId)).not.toHaveProperty('other_amounts');

  await shop.merchant.post(`/transfers/${odd.id}/dismiss`, { reason: 'a gift' });
  for (const { transId } of [first, second]) expect(await view(transId)).not.toHaveProperty('other_amounts');
  await vi.waitFor(() => expect(heard()).not.toHaveProperty('other_amounts'), 15_000);
  await shop.merchant.post(`/transfers/${odd.id}/restore`);
  await vi.waitFor(() => expect(heard()).toMatchObject({ other_amounts: [notice] }), 15_000);
  await shop.merchant.post(`/transfers/${odd.id}/assign`, { transId: second.transId });
  await vi.waitFor(() => expect(heard()).not.toHaveProperty('other_amounts'), 15_000);
  await listener.close();
});

test('an amount near no invoice may belong to any of them; dust belongs to none', async () => {
  const shop = await openShop(app);
  const pages = [await order(app, shop, '100'), await order(app, shop, '200')];
  await arrive(app, { to: placeOf(shop), micros: 10_000n });
  for (const { transId } of pages) expect(await view(transId)).not.toHaveProperty('other_amounts');
  await arrive(app, { to: placeOf(shop), micros: 7_000_000n });
  for (const { transId } of pages) expect((await view(transId)).other_amounts).toMatchObject([{ amount: '7.000000' }]);
});

test('a part can be undone from the invoice: its details say so, and the remainder is no longer due', async () => {
  const shop = await openShop(app);
  const { transId } = await order(app, shop, '100');
  const part = await arrive(app, { to: placeOf(shop), micros: 95_000_000n });
  const details = async () => (await shop.merchant.get(`/invoice/${transId}`)).json();
  expect((await details()).transfers).toMatchObject([{ id: part.id, matchedBy: 'part', canUndo: true }]);
  expect((await shop.merchant.post(`/transfers/${part.id}/unassign`)).statusCode).toBe(200);
  expect(await details()).toMatchObject({ status: 'WAITING', flags: [], paid: '0.000000', due: '100.500000', transfers: [] });
  expect(await view(transId)).toMatchObject({ due: '100.5000', other_amounts: [{ amount: '95.000000' }] });
});
