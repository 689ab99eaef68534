import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findFreePort } from '../../../../sandbox/src/postgres/free-port';
import { startTestApp, type TestApp } from '../../../test/app';
import { CONNECT, openByHand, subscribeFrame } from '../../../test/live';
import { type ServerProcess, startServerProcess } from '../../../test/processes/server-process';
import { addWallet, evmAddress, giveBalance, NETWORK_ENV, newMerchant, newStore } from '../../../test/stores';

const LIMIT = 6;
const RESTART_MS = 60_000;
let app: TestApp;
let server: ServerProcess;
let host: string;
let apiKey: string;
let counter = 0;

/** Each on a connection of its own: connections, not calls, go to the processes in turn. */
const call = (path: string, init: RequestInit = {}) =>
  fetch(`http://${host}${path}`, { ...init, headers: { connection: 'close', 'content-type': 'application/json', 'x-api-key': apiKey } });
const post = (path: string, body: object = {}) => call(`/api/v1${path}`, { method: 'POST', body: JSON.stringify(body) });
const order = () => {
  counter += 1;
  return post('/payment/invoice', { name: 'Tea', amount: '10', request_id: `several-${counter}` });
};
const newInvoice = async (): Promise<string> => ((await (await order()).json()) as { data: { trans_id: string } }).data.trans_id;
const nameOfAnswerer = async (): Promise<string> => ((await (await call('/health')).json()) as { process: string }).process;
const childrenOf = (pid: number) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

async function series(name: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const line of (await (await call('/metrics')).text()).split('\n')) {
    const [, of = ''] = line.startsWith(name) ? (/process="([^"]+)"/.exec(line) ?? []) : [];
    if (of !== '') found.set(of, (found.get(of) ?? 0) + Number.parseFloat(line.slice(line.lastIndexOf(' '))));
  }
  return found;
}

async function listen(transId: string) {
  const client = await openByHand(host);
  client.say(CONNECT);
  client.say(subscribeFrame(transId, 'receipt:r\n'));
  for (let frames = 0; frames < 4; frames += 1) await client.next(); // the last one is the present state
  return client;
}

beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
  const merchant = await newMerchant(app, 'several');
  const store = await newStore(merchant);
  await addWallet(merchant, store.id, 'BEP20', evmAddress(0x7a));
  await giveBalance(app, merchant.userId, 1_000_000_000n);
  apiKey = store.apiKey;
  const port = await findFreePort();
  host = `localhost:${port}`;
  const env = { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, PORT: String(port), ...NETWORK_ENV };
  server = await startServerProcess({ ...env, API_PROCESSES: '2', LIMITS: `create-invoice=${LIMIT}` }, 'main-api');
}, 180_000);
afterAll(() => server.kill());

test('two processes answer on one port, with the metrics of both', async () => {
  const names = new Set<string>();
  for (let calls = 0; calls < 6; calls += 1) names.add(await nameOfAnswerer());
  expect([...names].sort()).toEqual(['1', '2']);
  expect([...(await series('process_start_time_seconds')).keys()].sort()).toEqual(['1', '2']);
});

test('a change made in one process reaches sockets of both', async () => {
  const transId = await newInvoice();
  const clients = [];
  for (let sockets = 0; sockets < 4; sockets += 1) clients.push(await listen(transId));
  expect([...(await series('stablegate_live_connections{')).values()].every((open) => open > 0)).toBe(true);
  await post(`/payment/invoice/${transId}/cancel`);
  for (const client of clients) expect(await client.next()).toMatch(/MESSAGE.*expired/);
  for (const client of clients) client.socket.close();
});

test('a limit holds over both', async () => {
  const statuses: number[] = [];
  for (let calls = counter; calls < LIMIT + 2; calls += 1) statuses.push((await order()).status);
  expect(statuses).toEqual([...Array.from({ length: LIMIT - 1 }, () => 201), 429, 429]);
  const created = await series('stablegate_http_requests_total{method="POST",route="/api/v1/payment/invoice"');
  expect([...created.keys()].sort()).toEqual(['1', '2']);
});

test('jobs do not run in the api, and no process holds connections for them', async () => {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    "select 1 from pg_stat_activity where datname = current_database() and application_name like '%jobs'",
  );
  await client.end();
  expect(rows).toEqual([]);
});

test('when one is killed the other answers, until it is replaced; the limit remembers', async () => {
  const [victim = 0] = childrenOf(server.pid);
  process.kill(victim, 'SIGKILL');
  await vi.waitFor(() => expect(childrenOf(server.pid)).not.toContain(victim), { timeout: RESTART_MS });
  for (let calls = 0; calls < 10; calls += 1) expect((await call('/ready')).status).toBe(200);
  await vi.waitFor(async () => expect([...(await series('process_start_time_seconds')).keys()].sort()).toEqual(['1', '2']), {
    timeout: RESTART_MS,
    interval: 200,
  });
  for (let calls = 0; calls < 4; calls += 1) expect((await order()).status).toBe(429);
}, 120_000);

test('a signal to the first process stops all of them', async () => {
  const children = childrenOf(server.pid);
  expect(children).toHaveLength(2);
  server.signal('SIGTERM');
  expect(await server.ended).toBe('0');
  for (const pid of children) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  await expect(call('/health')).rejects.toThrow();
}, 60_000);

test('a process that cannot start ends the start with a sentence', async () => {
  const env = { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, API_PROCESSES: '2', PORT: String(await findFreePort()) };
  await expect(startServerProcess({ ...env, DATABASE_HA: '1' }, 'main-api')).rejects.toThrow('cannot start');
  await expect(startServerProcess({ ...env, API_PROCESSES: '60' }, 'main-api')).rejects.toThrow('max_connections');
}, 120_000);
