import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { findFreePort } from '../../sandbox/src/postgres/free-port';
import { afterFile } from '../test/after-file';
import { useTestDatabase } from '../test/parts/database';
import { createApp } from './app';
import { loadConfig } from './config';
import { startHealthServer } from './http/health';
import { createLogger, type Logger } from './platform/log';
import { createMetrics } from './platform/metrics';

const EMPTY_DATABASE = 'template1';

async function startOn(url: string, env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-start-'));
  const config = loadConfig({
    STABLEGATE_MODE: 'sandbox',
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    PORT: '0',
    ...env,
  });
  const app = await createApp(config, createLogger('silent'));
  afterFile(async () => {
    await app.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return app;
}

test('processes of all roles start together on an empty database', async () => {
  const url = await useTestDatabase(EMPTY_DATABASE);
  const roles = [['api'], ['worker'], ['watcher'], ['worker'], ['watcher']] as const;
  const started = await Promise.allSettled(
    roles.map(async (role) => {
      const app = await startOn(url);
      await app.start(role);
    }),
  );
  expect(started.filter(({ status }) => status === 'rejected')).toEqual([]);
});

test('F42: a stopping process says no to its proxy before it stops answering', async () => {
  const app = await startOn(await useTestDatabase(), { DRAIN_MS: '60000' });
  const port = await findFreePort();
  await app.server.listen({ host: '127.0.0.1', port });
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/ready`)).status;
  expect(await ready()).toBe(200);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  void app.stop();
  vi.useRealTimers();
  expect(await ready()).toBe(503);
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
});

test('F8: with DATABASE_HA the start refuses a database without a synchronous standby', async () => {
  const app = await startOn(await useTestDatabase(), { DATABASE_HA: '1' });
  await expect(app.start(['api'])).rejects.toThrow('synchronous_standby_names');
});

describe('a process without the api role', () => {
  test('serves health, readiness and metrics on a port of its own', async () => {
    const port = await findFreePort();
    const app = await startOn(await useTestDatabase(), { HEALTH_PORT: String(port) });
    await app.start(['worker']);
    const read = async (path: string) => {
      const response = await fetch(`http://localhost:${port}${path}`);
      return { status: response.status, body: await response.text() };
    };
    expect(await read('/health')).toEqual({ status: 200, body: '{"status":"ok"}' });
    expect(JSON.parse((await read('/ready')).body)).toMatchObject({ status: 'ready', database: 'ok', mail: 'not configured' });
    expect((await read('/metrics')).body).toContain('nodejs_eventloop_lag_seconds');
    expect((await read('/api/v1/languages')).status).toBe(404);
  });

  test('goes on without it where the default port is taken, and refuses to start where the chosen one is', async () => {
    const other = createServer().listen(0, 'localhost');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const lines: string[] = [];
    const log = { warn: (_: object, text: string) => void lines.push(text) } as unknown as Logger;
    const deps = { metrics: createMetrics(), readiness: async () => ({ ready: true, detail: {} }), metricsToken: undefined, log };
    expect(await startHealthServer({ ...deps, host: 'localhost', port: { number: port, isChosen: false } })).toBeUndefined();
    expect(lines.join()).toContain('HEALTH_PORT');
    await expect(startHealthServer({ ...deps, host: 'localhost', port: { number: port, isChosen: true } })).rejects.toThrow('EADDRINUSE');
    other.close();
  });
});

test('the api reports the ledger check that a worker has made', async () => {
  const url = await useTestDatabase();
  const [api, worker] = [await startOn(url), await startOn(url)];
  const differencesOf = async () => api.platform.metrics.registry.getSingleMetricAsString('stablegate_ledger_differences');
  expect(await differencesOf()).not.toMatch(/^stablegate_ledger_differences /m);
  await worker.services.ledger.check('incremental');
  expect(await differencesOf()).toMatch(/^stablegate_ledger_differences 0$/m);
  await sql`update ledger_checks set differences = 2`.execute(worker.platform.db.query);
  expect(await differencesOf()).toMatch(/^stablegate_ledger_differences 2$/m);
});

test('a process on a read-only database is not ready', async () => {
  const url = new URL(await useTestDatabase());
  const app = await startOn(url.href);
  const ready = async () => (await app.server.inject('/ready')).json();
  expect(await ready()).toMatchObject({ status: 'ready', database: 'ok' });
  // Open connections keep the old setting, so they are ended.
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`alter database ${url.pathname.slice(1)} set default_transaction_read_only = on`);
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
  await vi.waitFor(async () => expect(await ready()).toMatchObject({ status: 'not ready', database: 'read only' }));
});

test('without a mail server nothing is said to have been mailed', async () => {
  const app = await startOn(await useTestDatabase());
  const answer = await app.server.inject({ method: 'POST', url: '/api/v1/auth/forgot-password', payload: { email: 'linh@example.com' } });
  expect(answer.json()).toMatchObject({ code: 'mail_not_configured' });
  expect(answer.statusCode).toBe(503);
});
