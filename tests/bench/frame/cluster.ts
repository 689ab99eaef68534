import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startCluster } from '../../../apps/sandbox/src/postgres/cluster';
import { migrate } from '../../../apps/server/src/platform/db/migrate';

export type BenchCluster = {
  url(database: string): string;
  /** A new database, with our schema by default. */
  createDatabase(name: string, options?: { readonly empty?: boolean }): Promise<string>;
};

/** A separate PostgreSQL for one benchmark, removed afterwards. Durable as in production: only the memory is configured. */
export async function withBenchCluster<T>(work: (cluster: BenchCluster) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'stablegate-bench-'));
  const cluster = await startCluster({ dir, settings: { shared_buffers: '1GB', max_wal_size: '8GB' } });
  const createDatabase: BenchCluster['createDatabase'] = async (name, options = {}) => {
    const admin = new pg.Client({ connectionString: cluster.url('postgres') });
    await admin.connect();
    await admin.query(`create database ${name}`);
    await admin.end();
    if (options.empty !== true) await migrate(cluster.url(name), join(import.meta.dirname, '../../../apps/server'));
    return cluster.url(name);
  };
  try {
    return await work({ url: (database) => cluster.url(database), createDatabase });
  } finally {
    await cluster.destroy();
  }
}
