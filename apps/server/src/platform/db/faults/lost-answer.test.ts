import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { useTestDatabase } from '../../../../test/parts/database';
import { startTcpRelay, type TcpRelay } from '../../../../test/parts/tcp-relay';
import { expectSound, openShop, type Shop } from '../../../../test/shop';
import { NETWORK_ENV } from '../../../../test/stores';

/** F3: the database has committed, and the connection breaks before it can say so. */
let app: TestApp;
let shop: Shop;
let relay: TcpRelay;

beforeAll(async () => {
  const database = new URL(await useTestDatabase());
  relay = await startTcpRelay({ host: database.hostname, port: Number.parseInt(database.port, 10) });
  database.port = String(relay.port);
  app = await startTestApp({ env: { ...NETWORK_ENV, DATABASE_URL: database.href } });
  shop = await openShop(app);
});

const order = { name: 'Tea', amount: '10', request_id: 'answer-lost' };
const heldBy = async () => (await app.services.ledger.getBalance(shop.merchant.userId)).held;

test('F3: of a creation: 503, and the same request_id returns the invoice that was made, with one hold', async () => {
  const before = await heldBy();
  const lost = relay.loseAnswerTo(order.request_id);
  const unknown = await shop.api.post('/payment/invoice', order);
  await lost;
  expect([unknown.statusCode, Number(unknown.headers['retry-after']) > 0]).toEqual([503, true]);
  const made = await app.platform.db.query
    .selectFrom('invoices')
    .select(['trans_id'])
    .where('request_id', '=', order.request_id)
    .executeTakeFirstOrThrow();
  const again = await shop.api.post('/payment/invoice', order);
  expect([again.statusCode, again.json().data.trans_id]).toEqual([200, made.trans_id]);
  expect(await heldBy()).toBe(before + 50_000n);
  await expectSound(app);
});

test('F3: of a COMMIT: 503, and the repeated cancellation changes nothing more', async () => {
  const made = await shop.api.post('/payment/invoice', { ...order, request_id: 'commit-lost' });
  const path = `/payment/invoice/${made.json().data.trans_id}/cancel`;
  const before = await heldBy();
  const lost = relay.loseAnswerTo('commit\0');
  const unknown = await shop.api.post(path);
  await lost;
  expect(unknown.statusCode).toBe(503);
  expect((await shop.api.post(path)).statusCode).toBeLessThan(500);
  expect(await heldBy()).toBe(before - 50_000n);
  await expectSound(app);
});
