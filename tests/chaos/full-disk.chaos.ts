import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startTestApp } from '../../apps/server/test/app';
import { fillDisk } from '../../apps/server/test/parts/disk';
import { startOwnPostgres } from '../../apps/server/test/parts/own-postgres';
import { expectSound, openShop } from '../../apps/server/test/shop';
import { NETWORK_ENV } from '../../apps/server/test/stores';

const CALLS_MAX = 500;
const LONG = 'tea '.repeat(60);

/** A disk of a fixed size is mounted, which only root may do, and not in every container: `npm run chaos` runs it, `npm test` does not. */
test('F35: a full disk refuses changes and serves reads; with room again all goes on, and no file is damaged', async () => {
  const server = await startOwnPostgres({
    diskMegabytes: 300,
    settings: { autovacuum: 'off', max_wal_size: '64MB', min_wal_size: '32MB' },
  });
  const app = await startTestApp({ env: { ...NETWORK_ENV, DATABASE_URL: server.url } });
  const shop = await openShop(app);
  const ballast = join(server.dir, 'ballast');
  let calls = 0;
  const acknowledged: string[] = [];
  const create = async () => {
    calls += 1;
    const order = { name: 'Tea', description: LONG, amount: '10', request_id: `full-${calls}` };
    const answer = await shop.api.post('/payment/invoice', order);
    if (answer.statusCode === 201) acknowledged.push(answer.json().data.trans_id);
    return answer;
  };
  /** Creates until one is refused. */
  const createUntilRefused = async () => {
    for (let index = 0; index < CALLS_MAX; index += 1) {
      const answer = await create();
      if (answer.statusCode !== 201) return answer;
    }
    throw new Error('the disk did not become full');
  };
  const known = (await create()).json().data.trans_id;
  const read = async () => (await shop.api.get(`/payment/invoice/${known}`)).statusCode;

  // Tables cannot grow. The log still has room: a segment of it was begun just now.
  await server.ask('select pg_switch_wal()');
  await create();
  await server.ask('checkpoint');
  fillDisk(ballast);
  const refused = await createUntilRefused();
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([503, true]);
  expect(await read()).toBe(200);
  rmSync(ballast);
  expect((await create()).statusCode).toBe(201);
  await expectSound(app);

  // The log cannot grow: PostgreSQL stops rather than to acknowledge what it cannot keep.
  fillDisk(ballast);
  await vi.waitFor(async () => {
    await server.ask('select pg_switch_wal()').catch(() => undefined);
    expect((await app.server.inject('/ready')).statusCode).toBe(503);
  });
  expect((await create()).statusCode).toBe(503);
  rmSync(ballast);
  server.kill();
  const again = await server.restart();
  await vi.waitFor(async () => expect((await app.server.inject('/ready')).statusCode).toBe(200));
  expect((await create()).statusCode).toBe(201);
  expect(await read()).toBe(200);
  const kept = await again.ask<{ id: string }>('select trans_id as id from invoices');
  expect(acknowledged.filter((transId) => !kept.some(({ id }) => id === transId))).toEqual([]);
  await again.ask('create extension amcheck');
  await again.ask(`select bt_index_check(c.oid, true) from pg_class c join pg_am a on a.oid = c.relam
    where a.amname = 'btree' and c.relkind = 'i' and c.relpersistence = 'p'`);
  await expectSound(app);
}, 240_000);
