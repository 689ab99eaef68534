import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { type OwnPostgres, startOwnPostgres } from '../../../../test/parts/own-postgres';
import { startTcpRelay, type TcpRelay } from '../../../../test/parts/tcp-relay';
import { expectSound, openShop, type Shop } from '../../../../test/shop';
import { callApi, NETWORK_ENV } from '../../../../test/stores';

/**
 * F7 to F9 without Patroni: a primary, a standby and a proxy in front of them, with the steps that Patroni takes. Patroni itself is killed,
 * stopped and cut off by `npm run cluster -- --failovers 10`.
 */
let primary: OwnPostgres;
let proxy: TcpRelay;
let app: TestApp;
let shop: Shop;
const STANDBY = 'standby';
/** Commits that wait for it. */
const WAITING = "select pid from pg_stat_activity where wait_event = 'SyncRep'";
const MASTER_KEY = `1:${randomBytes(32).toString('base64')}`;

beforeAll(async () => {
  primary = await startOwnPostgres();
  proxy = await startTcpRelay({ host: '127.0.0.1', port: primary.port });
  app = await startTestApp({ env: { ...NETWORK_ENV, DATABASE_URL: through(proxy), MASTER_KEY } });
  shop = await openShop(app);
}, 240_000);

/** The same address, by way of the relay. */
function through(relay: TcpRelay): string {
  const url = new URL(primary.url);
  url.port = String(relay.port);
  return url.href;
}
const create = (requestId: string) => shop.api.post('/payment/invoice', { name: 'Tea', amount: '10', request_id: requestId });
const countOn = async (server: OwnPostgres, requestId: string) =>
  (await server.ask<{ count: number }>(`select count(*)::integer as count from invoices where request_id = '${requestId}'`))[0]?.count;

/** Follows by way of a relay that can be cut. */
async function startStandby(): Promise<{ standby: OwnPostgres; link: TcpRelay }> {
  const link = await startTcpRelay({ host: '127.0.0.1', port: primary.port });
  const backup = await primary.backUp();
  const standby = await backup.startStandby(`${through(link)}?application_name=${STANDBY}`);
  await vi.waitFor(async () => expect(await primary.ask('select state from pg_stat_replication')).toEqual([{ state: 'streaming' }]));
  return { standby, link };
}

async function promote(standby: OwnPostgres): Promise<void> {
  await standby.ask('select pg_promote(true, 60)');
  await vi.waitFor(async () => expect(await standby.ask('select pg_is_in_recovery() as "isStandby"')).toEqual([{ isStandby: false }]));
}

async function setSynchronous(names: string): Promise<void> {
  await primary.ask(`alter system set synchronous_standby_names = '${names}'`);
  await primary.ask('select pg_reload_conf()');
  await vi.waitFor(async () => expect(await primary.ask('show synchronous_standby_names')).toEqual([{ synchronous_standby_names: names }]));
}

test('F8: without a synchronous standby a failover loses what was acknowledged', async () => {
  const { standby, link } = await startStandby();
  expect((await create('replicated')).statusCode).toBe(201);
  await vi.waitFor(async () => expect(await countOn(standby, 'replicated')).toBe(1));
  link.pullCable();
  expect((await create('acknowledged-and-lost')).statusCode).toBe(201);
  await promote(standby);
  expect([await countOn(standby, 'replicated'), await countOn(standby, 'acknowledged-and-lost')]).toEqual([1, 0]);
  await standby.stop();
  link.drop();
}, 240_000);

test('F7, F9: with one nothing is lost, and the old primary, which somebody still reaches, acknowledges nothing any more', async () => {
  const { standby, link } = await startStandby();
  await setSynchronous(STANDBY);
  await vi.waitFor(async () => expect(await primary.ask('select sync_state from pg_stat_replication')).toEqual([{ sync_state: 'sync' }]));
  const before = await Promise.all(['a', 'b', 'c', 'd'].map((id) => create(`sync-${id}`)));
  expect(before.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);

  // The proxy leads to the standby a moment before it is promoted: reading works there, writing is refused.
  const old = await startTestApp({ env: { ...NETWORK_ENV, DATABASE_URL: primary.url, MASTER_KEY } });
  link.pullCable();
  const atOldPrimary = callApi(old, shop.apiKey).post('/payment/invoice', { name: 'Tea', amount: '10', request_id: 'at-the-old-primary' });
  await vi.waitFor(async () => expect(await primary.ask(WAITING)).not.toEqual([]));
  proxy.leadTo({ host: '127.0.0.1', port: standby.port });
  await vi.waitFor(async () => expect((await create('during')).statusCode).toBe(503));
  // Connections to the old primary, which are cut now, are not in question any more.
  await vi.waitFor(async () =>
    expect((await app.server.inject('/ready')).json()).toMatchObject({ database: expect.stringContaining('a standby') }),
  );
  await promote(standby);

  await vi.waitFor(async () => expect((await app.server.inject('/ready')).statusCode).toBe(200));
  for (const [index, id] of ['a', 'b', 'c', 'd'].entries()) {
    const again = await create(`sync-${id}`);
    expect([again.statusCode, again.json().data.trans_id]).toEqual([200, before[index]?.json().data.trans_id]);
  }
  expect((await create('during')).statusCode).toBe(201);
  await expectSound(app);

  await primary.stop();
  expect((await atOldPrimary).statusCode).toBe(503);
  expect(await countOn(standby, 'at-the-old-primary')).toBe(0);
}, 240_000);
