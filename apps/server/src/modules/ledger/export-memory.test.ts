import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findFreePort } from '../../../../sandbox/src/postgres/free-port';
import { download, type SignedIn, seedTransactions, signUpOverHttp } from '../../../test/processes/export-memory';
import { createServerHome, type ServerProcess, startServerProcess } from '../../../test/processes/server-process';

const ROWS = 100_000;
const GROWTH_MAX = 50 * 1024 * 1024;

/** Two servers' worth of work on a busy machine. */
const TIME_MS = 180_000;
vi.setConfig({ testTimeout: TIME_MS, hookTimeout: TIME_MS });

let home: Awaited<ReturnType<typeof createServerHome>>;
let server: ServerProcess;
let merchant: SignedIn;

beforeAll(async () => {
  home = await createServerHome();
  server = await startServerProcess({ ...home.env, PORT: String(await findFreePort()) });
  const databaseUrl = home.env.DATABASE_URL ?? '';
  const small = await signUpOverHttp(server.url, 'exporter1');
  await seedTransactions(databaseUrl, 'exporter1', 3_000);
  for (const format of ['csv', 'xlsx', 'pdf']) await download(small, format, server.pid); // loads the code
  merchant = await signUpOverHttp(server.url, 'exporter2');
  await seedTransactions(databaseUrl, 'exporter2', ROWS);
});

afterAll(async () => {
  await server.kill();
  await home.remove();
});

test.each(['csv', 'xlsx'])(`${ROWS} transactions as %s leave the process's memory where it was`, async (format) => {
  const { grownBytes, lines, bytes } = await download(merchant, format, server.pid);
  expect(bytes).toBeGreaterThan(1_000_000);
  if (format === 'csv') expect(lines).toBe(ROWS + 1);
  expect(grownBytes).toBeLessThan(GROWTH_MAX);
});

test("a client's disconnect ends the reading", async () => {
  const client = new pg.Client({ connectionString: home.env.DATABASE_URL });
  await client.connect();
  const reads = async () => {
    await client.query('select pg_stat_force_next_flush()').catch(() => undefined);
    const { rows } = await client.query<{ count: string }>(
      `select idx_tup_read as count from pg_stat_user_indexes where indexrelname = 'ledger_entries_lines'`,
    );
    return rows[0]?.count;
  };
  const leave = new AbortController();
  const answer = await fetch(`${merchant.url}/api/v1/transaction-logs/export?format=csv`, {
    headers: { cookie: merchant.cookie },
    signal: leave.signal,
  });
  await answer.body?.getReader().read();
  leave.abort();
  await sleep(1_500); // connections report their reads after being idle for a second
  const afterLeaving = await reads();
  await sleep(1_500);
  expect(await reads()).toBe(afterLeaving);
  await client.end();
});
