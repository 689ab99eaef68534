import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@stablegate/rules';
import pg from 'pg';
import { type App, createApp } from '../../../apps/server/src/app';
import { loadConfig } from '../../../apps/server/src/config';
import { createDb } from '../../../apps/server/src/platform/db/db';
import type { InvoiceId } from '../../../apps/server/src/platform/id-types';
import { createLogger } from '../../../apps/server/src/platform/log';
import { addMonths } from '../../../apps/server/src/platform/partitions/add-months';
import type { BenchContext } from '../frame/bench';
import type { BenchCluster } from '../frame/cluster';
import { BIG_USER, seedInvoices } from '../invoice-data';
import { seedAdmin } from './admin-data';

/** An invoice a quarter of the way back, whose fields are searched for. */
export type ListSample = {
  readonly id: InvoiceId;
  readonly hash: string;
  readonly ownTransId: string;
  readonly ownName: string;
  readonly rows: number;
  readonly users: number;
};
export type ListQuery = (app: App, sample: ListSample) => Promise<unknown>;
export type ListSite = { readonly rows: number; readonly app: App; readonly sample: ListSample; close(): Promise<void> };

/** More than the 10,001 that are counted: below, counting grows with them. */
const DEPOSITS_MIN = 12_000;
const USERS_MIN = 1_000;
const INVOICES_PER_USER = 50;
const usersOf = (rows: number): number => Math.max(USERS_MIN, rows / INVOICES_PER_USER);

/** As many log lines as invoices, a user for every fifty, a deposit for every ten. */
async function seed(url: string, rows: number): Promise<void> {
  const db = createDb({ url, poolMax: 1, applicationName: 'bench' });
  await addMonths({ db, log: createLogger('silent') }, new Date(Date.now() - 730 * DAY_MS), 24);
  await db.close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await seedAdmin(client, { users: usersOf(rows), logLines: rows, deposits: Math.max(DEPOSITS_MIN, rows / 10) });
    await seedInvoices(client, rows);
  } finally {
    await client.end();
  }
}

async function findSample(url: string, rows: number): Promise<ListSample> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: found } = await client.query<Omit<ListSample, 'rows' | 'users'>>(
      `select id, trans_hash as hash, trans_id as "ownTransId", name as "ownName" from invoices
        where user_id = $1 and trans_hash is not null order by id desc offset $2 limit 1`,
      [BIG_USER, Math.floor(rows / 20)],
    );
    if (found[0] === undefined) throw new Error('no invoice to look for');
    return { ...found[0], rows, users: usersOf(rows) };
  } finally {
    await client.end();
  }
}

/** A server over an existing database. */
export async function openListSite(url: string, rows: number): Promise<ListSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-bench-app-'));
  const env = { STABLEGATE_MODE: 'sandbox', DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0' };
  const app = await createApp(loadConfig(env), createLogger('silent'));
  const close = async () => {
    await app.platform.db.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { rows, app, sample: await findSample(url, rows), close };
}

export async function prepareListSite(cluster: BenchCluster, rows: number, context: BenchContext): Promise<ListSite> {
  const url = await cluster.createDatabase(`lists_${rows}`);
  await seed(url, rows);
  const site = await openListSite(url, rows);
  await site.app.services.ledger.check('full'); // folds, like the worker every ten minutes
  context.say(`${rows} invoices and log lines are there`);
  return site;
}
