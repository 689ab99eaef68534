import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startCluster } from '../../apps/sandbox/src/postgres/cluster';
import { findFreePort } from '../../apps/sandbox/src/postgres/free-port';
import { download, seedTransactions, signUpOverHttp } from '../../apps/server/test/export-memory';
import { startServerProcess } from '../../apps/server/test/server-process';

/**
 * Exports of a long history from a server process of its own: what they add to its memory, and how fast they go.
 * `tsx tests/bench/export.ts [rows]`
 */
const [rowsGiven = '1000000'] = process.argv.slice(2);
const ROWS = Number.parseInt(rowsGiven, 10);
const WARM_UP_ROWS = 3_000;
const MEGABYTE = 1024 * 1024;
const GROWTH_MAX = 50 * MEGABYTE;
const say = (line: string) => process.stdout.write(`${line}\n`);

const dir = mkdtempSync(join(tmpdir(), 'stablegate-bench-'));
const cluster = await startCluster({ dir: join(dir, 'postgres'), settings: { shared_buffers: '512MB', max_wal_size: '4GB' } });
try {
  const admin = new pg.Client({ connectionString: cluster.url('postgres') });
  await admin.connect();
  await admin.query('create database export');
  await admin.end();
  const databaseUrl = cluster.url('export');
  // The api role alone: sweeps and watchers have garbage of their own, some 40 MB that come and go.
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(dir, 'data'), PORT: String(await findFreePort()) };
  const server = await startServerProcess(env, 'src/main-api.ts');
  try {
    const small = await signUpOverHttp(server.url, 'exporter1');
    await seedTransactions(databaseUrl, 'exporter1', WARM_UP_ROWS);
    for (const format of ['csv', 'xlsx', 'pdf']) await download(small, format, server.pid); // loads the code
    const large = await signUpOverHttp(server.url, 'exporter2');
    await seedTransactions(databaseUrl, 'exporter2', ROWS);
    for (const format of ['csv', 'xlsx', 'pdf']) {
      const { bytes, ms, grownBytes } = await download(large, format, server.pid);
      const verdict = grownBytes <= GROWTH_MAX ? 'pass' : 'falls short';
      say(
        `${format.padEnd(5)} ${ROWS} rows in ${Math.round(ms / 1000)} s, file ${Math.round(bytes / MEGABYTE)} MB, memory +${Math.round(grownBytes / MEGABYTE)} MB (at most 50: ${verdict})`,
      );
    }
  } finally {
    await server.kill();
  }
} finally {
  await cluster.stop();
  rmSync(dir, { recursive: true, force: true });
}
