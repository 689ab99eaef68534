import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../../../sandbox/src/postgres/free-port';
import { startTestApp, type TestApp } from '../../../test/app';
import { CONNECT, openByHand, subscribeFrame } from '../../../test/live';
import { startTestRedis, type TestRedis } from '../../../test/parts/redis';
import { type ServerProcess, startServerProcess } from '../../../test/processes/server-process';
import { addWallet, callApi, evmAddress, giveBalance, NETWORK_ENV, newMerchant, newStore } from '../../../test/stores';

let app: TestApp;
let api: ReturnType<typeof callApi>;
const others: ServerProcess[] = [];

/** Another process of the same system with the api role only. */
async function startApiProcess(more: Record<string, string> = {}): Promise<string> {
  const port = await findFreePort();
  const env = {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'stablegate-live-')),
    PORT: String(port),
    ...NETWORK_ENV,
    ...more,
  };
  others.push(await startServerProcess(env, 'main-api'));
  return `localhost:${port}`;
}

async function listen(host: string, transId: string) {
  const client = await openByHand(host);
  client.say(CONNECT);
  client.say(subscribeFrame(transId, 'receipt:r\n'));
  for (let frames = 0; frames < 4; frames += 1) await client.next(); // the last one is the present state
  return client;
}

async function newInvoice(requestId: string): Promise<string> {
  const answer = await api.post('/payment/invoice', { name: 'Tea', amount: '10', request_id: requestId });
  return answer.json().data.trans_id;
}

beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
  const merchant = await newMerchant(app, 'live_many');
  const store = await newStore(merchant);
  await addWallet(merchant, store.id, 'BEP20', evmAddress(0x78));
  await giveBalance(app, merchant.userId, 1_000_000_000n);
  api = callApi(app, store.apiKey);
});
afterAll(() => Promise.all(others.map((each) => each.kill())));

test('a change in one process reaches the sockets of all others', async () => {
  const hosts = await Promise.all([startApiProcess(), startApiProcess()]);
  const transId = await newInvoice('many1');
  const clients = await Promise.all(hosts.map((host) => listen(host, transId)));
  await api.post(`/payment/invoice/${transId}/cancel`);
  for (const client of clients) expect(await client.next()).toMatch(/MESSAGE.*expired/);
  for (const client of clients) client.socket.close();
}, 60_000);

test('a process that stops closes its sockets properly, and exits by itself', async () => {
  const host = await startApiProcess();
  const transId = await newInvoice('many2');
  const client = await listen(host, transId);
  const server = others.at(-1) as ServerProcess;
  server.signal('SIGTERM');
  expect(await client.next()).toBe('c[1001,"Going away"]');
  expect(await client.closed).toBe(1001);
  expect(await server.ended).toBe('0');
}, 60_000);

test('with Redis notifications go through it: PostgreSQL sends none, and the message still arrives', async () => {
  const redis: TestRedis = await startTestRedis();
  const withRedis = await startTestApp({ env: { ...NETWORK_ENV, REDIS_URL: redis.url } });
  const merchant = await newMerchant(withRedis, 'live_redis');
  const store = await newStore(merchant);
  await addWallet(merchant, store.id, 'BEP20', evmAddress(0x79));
  await giveBalance(withRedis, merchant.userId, 1_000_000_000n);
  const shop = callApi(withRedis, store.apiKey);
  const heardByPostgres: string[] = [];
  withRedis.platform.notifications.subscribe('invoice_changed', (payload) => heardByPostgres.push(payload));
  const host = await startApiProcess({ REDIS_URL: redis.url, DATABASE_URL: withRedis.databaseUrl });
  const transId: string = (await shop.post('/payment/invoice', { name: 'Tea', amount: '10', request_id: 'redis1' })).json().data.trans_id;
  const client = await listen(host, transId);
  await shop.post(`/payment/invoice/${transId}/cancel`);
  expect(await client.next()).toMatch(/MESSAGE.*expired/);
  expect(heardByPostgres).toEqual([]);
  client.socket.close();
  await redis.stop();
}, 90_000);
