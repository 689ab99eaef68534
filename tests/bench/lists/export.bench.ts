import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findFreePort } from '../../../apps/sandbox/src/postgres/free-port';
import { download, type SignedIn, seedTransactions, signUpOverHttp } from '../../../apps/server/test/processes/export-memory';
import { type ServerProcess, startServerProcess } from '../../../apps/server/test/processes/server-process';
import type { Bench, BenchContext, BenchRow } from '../frame/bench';
import { withBenchCluster } from '../frame/cluster';

/**
 * B18: a long history as a file, from a separate server process over HTTP: its additional memory, and its speed against PostgreSQL's own
 * COPY of the same rows to a file on the server, which formats and sends nothing.
 */
const WARM_UP_ROWS = 3_000;
const MEGABYTE = 1024 * 1024;
const GROWTH_MB_MAX = 50;
const RATIO_MIN = 0.3;

async function copyRate(databaseUrl: string, rows: number): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const startedAt = performance.now();
  await client.query(`copy (
    select e.created_at, e.kind, e.balance_after - e.balance_delta, e.balance_delta, e.balance_after, e.reference, e.version
      from ledger_entries e join ledger_accounts a on a.id = e.account_id join users u on u.id = a.user_id
     where u.username = 'exporter2' and e.balance_delta <> 0 order by e.version desc) to '/dev/null' (format csv)`);
  const seconds = (performance.now() - startedAt) / 1_000;
  await client.end();
  return rows / seconds;
}

async function measure(context: BenchContext, server: ServerProcess, databaseUrl: string, rows: number): Promise<BenchRow[]> {
  const small = await signUpOverHttp(server.url, 'exporter1');
  await seedTransactions(databaseUrl, 'exporter1', WARM_UP_ROWS);
  for (const format of ['csv', 'xlsx']) await download(small, format, server.pid); // loads the code
  const large: SignedIn = await signUpOverHttp(server.url, 'exporter2');
  await seedTransactions(databaseUrl, 'exporter2', rows);
  const measured: BenchRow[] = [];
  for (const format of ['csv', 'xlsx']) {
    const floor = await copyRate(databaseUrl, rows);
    const { bytes, ms, grownBytes } = await download(large, format, server.pid);
    const rate = (rows * 1_000) / ms;
    const grown = grownBytes / MEGABYTE;
    context.say(
      `${format}: ${rows} rows in ${Math.round(ms / 1_000)} s, ${Math.round(bytes / MEGABYTE)} MB, memory +${grown.toFixed(0)} MB`,
    );
    const name = `${format} export of ${rows} transactions`;
    measured.push(
      {
        id: 'B18',
        name,
        unit: 'rows/s',
        ours: rate,
        other: floor,
        otherName: 'COPY',
        ratio: rate / floor,
        target: `at least ${RATIO_MIN}`,
        passes: rate / floor >= RATIO_MIN,
      },
      {
        id: 'B18',
        name: `${name}, memory added`,
        unit: 'MB',
        ours: grown,
        other: GROWTH_MB_MAX,
        otherName: 'limit',
        ratio: grown / GROWTH_MB_MAX,
        target: `at most ${GROWTH_MB_MAX} MB`,
        passes: grown <= GROWTH_MB_MAX,
      },
    );
  }
  return measured;
}

export const bench: Bench = {
  ids: ['B18'],
  run: (context) =>
    withBenchCluster(async (cluster) => {
      const databaseUrl = await cluster.createDatabase('export');
      const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-bench-'));
      const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: String(await findFreePort()) };
      const server = await startServerProcess(env);
      try {
        return await measure(context, server, databaseUrl, context.pick({ quick: 100_000, default: 1_000_000, full: 1_000_000 }));
      } finally {
        await server.kill();
        rmSync(dataDir, { recursive: true, force: true });
      }
    }),
};
