import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startCluster } from '../../../apps/sandbox/src/postgres/cluster';
import { migrate } from '../../../apps/server/src/platform/db/migrate';

export type BenchCluster = {
  /** Holds all its files. */
  readonly dir: string;
  url(database: string): string;
  /** A new database, with our schema by default. */
  createDatabase(name: string, options?: { readonly empty?: boolean }): Promise<string>;
  /** One query over a connection of its own. */
  ask<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]>;
};

/** Migrated once, then copied. */
const TEMPLATE = 'bench_template';

/** A separate PostgreSQL for one benchmark, removed afterwards. Durable as in production: only the memory is configured. */
export async function withBenchCluster<T>(work: (cluster: BenchCluster) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'stablegate-bench-'));
  const cluster = await startCluster({ dir, settings: { shared_buffers: '1GB', max_wal_size: '8GB' } });
  const ask: BenchCluster['ask'] = async (url, text) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  let isMigrated = false;
  const migrateTemplate = async (): Promise<void> => {
    await ask(cluster.url('postgres'), `create database ${TEMPLATE}`);
    await migrate(cluster.url(TEMPLATE), join(import.meta.dirname, '../../../apps/server'));
    isMigrated = true;
  };
  const createDatabase: BenchCluster['createDatabase'] = async (name, options = {}) => {
    if (options.empty !== true && !isMigrated) await migrateTemplate();
    await ask(cluster.url('postgres'), `create database ${name} template ${options.empty === true ? 'template0' : TEMPLATE}`);
    return cluster.url(name);
  };
  try {
    return await work({ dir, url: (database) => cluster.url(database), createDatabase, ask });
  } finally {
    await cluster.destroy();
  }
}
