import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_BASE } from '@stablegate/contract';
import { DAY_MS } from '@stablegate/rules';
import pg from 'pg';
import { findFreePort } from '../../../apps/sandbox/src/postgres/free-port';
import { createAccountCookies } from '../../../apps/server/src/http/session-cookie';
import { insertSession } from '../../../apps/server/src/modules/accounts/sessions/sessions.queries';
import { createDb, type Db } from '../../../apps/server/src/platform/db/db';
import { asUserId, type InvoiceId, type UserId } from '../../../apps/server/src/platform/id-types';
import { newId, randomToken } from '../../../apps/server/src/platform/ids';
import { createLogger } from '../../../apps/server/src/platform/log';
import { addMonths } from '../../../apps/server/src/platform/partitions/add-months';
import { sha256 } from '../../../apps/server/src/platform/secrets/crypto';
import type { BenchContext } from '../frame/bench';
import type { BenchCluster } from '../frame/cluster';
import { assertBalanced } from '../frame/ledger-check';
import { BIG_USER, seedInvoices } from '../invoice-data';
import { startServer } from '../invoice-site';
import { FIRST_ADMIN, seedAdmin } from './admin-data';

/** An invoice a quarter of the way back, whose fields are searched for. */
export type ListSample = {
  readonly id: InvoiceId;
  readonly hash: string;
  readonly ownTransId: string;
  readonly ownName: string;
  readonly rows: number;
  readonly users: number;
};
/** A call of the API: who asks, where, and for what. */
export type ListCall = {
  readonly by: 'merchant' | 'admin';
  readonly path: string;
  readonly filter?: ((sample: ListSample) => Readonly<Record<string, string>>) | undefined;
};
export type ListSite = {
  readonly rows: number;
  readonly sample: ListSample;
  /** Over HTTP, from the request to the end of its answer. */
  call(call: ListCall): Promise<void>;
  /** The whole row of the sample, by its primary key. */
  readRow(): Promise<void>;
  close(): Promise<void>;
};

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

/** Its name over plain HTTP. */
const SESSION_COOKIE = createAccountCookies(false).session.name;

async function signIn(db: Db, userId: UserId): Promise<string> {
  const token = randomToken();
  const now = new Date();
  const session = {
    id: newId('session', now),
    tokenHash: sha256(token),
    userId,
    remember: true,
    ip: '127.0.0.1',
    device: 'Bench',
    withSecondFactor: false,
    now,
  };
  await insertSession(db.query, session);
  return token;
}

/** Over a connection that stays open, like a browser's. */
function ask(agent: Agent, url: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { cookie: `${SESSION_COOKIE}=${token}` } }, (answer) => {
      answer.resume();
      answer.once('error', reject);
      answer.once('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${answer.statusCode}`))));
    }).once('error', reject);
  });
}

/** The real server, in a process of its own, over an existing database. */
export async function openListSite(url: string, rows: number): Promise<ListSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-bench-app-'));
  const port = await findFreePort();
  const db = createDb({ url, poolMax: 1, applicationName: 'bench' });
  const tokens = { merchant: await signIn(db, BIG_USER), admin: await signIn(db, asUserId(FIRST_ADMIN)) };
  const server = await startServer(url, { dataDir, port, roles: 'api' });
  const sample = await findSample(url, rows);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    rows,
    sample,
    call: ({ by, path, filter }) =>
      ask(agent, `http://127.0.0.1:${port}${API_BASE}${path}?${new URLSearchParams(filter?.(sample))}`, tokens[by]),
    readRow: async () => void (await db.query.selectFrom('invoices').selectAll().where('id', '=', sample.id).execute()),
    close: async () => {
      agent.destroy();
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGKILL');
      await ended;
      await db.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function prepareListSite(cluster: BenchCluster, rows: number, context: BenchContext): Promise<ListSite> {
  const url = await cluster.createDatabase(`lists_${rows}`);
  await seed(url, rows);
  await assertBalanced(url); // folds too, like the worker every ten minutes
  context.say(`${rows} invoices and log lines are there`);
  return openListSite(url, rows);
}
