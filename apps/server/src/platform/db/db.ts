import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { AssertionError } from '../assert';
import type { Logger } from '../log';
import { asNobody } from '../request-author';
import { isRetryable } from './db-errors';
import { endWhenSilent } from './db-silence';
import type { Database } from './db-types.generated';
import { namingStatements } from './prepared';

export type Queryable = Kysely<Database>;
export type Tx = Transaction<Database>;

export type Db = {
  /** For single statements; anything atomic goes through `transaction`. */
  readonly query: Queryable;
  /** READ COMMITTED; retried up to three times after a deadlock or serialization failure. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  readonly pool: { readonly waiting: number; readonly total: number };
  close(): Promise<void>;
};

export type DbOptions = {
  readonly url: string;
  readonly poolMax: number;
  readonly applicationName: string;
  /** Through a pooler in transaction mode: it knows neither prepared statements nor settings of a session. */
  readonly isPooled?: boolean;
  readonly log?: Logger;
};

/** An unused connection is kept this long, twice the slow poll: a new one costs a login and a process of the database. */
export const KEPT_MS = 60_000;
const ATTEMPTS_MAX = 3;
const INT8_OID = 20;
/** One slow statement, lock or forgotten transaction must not exhaust the pool (F38). A pooler sets them itself (docs/deploy/cluster.md). */
export const SESSION_SETTINGS = { statement_timeout: '15s', lock_timeout: '5s', idle_in_transaction_session_timeout: '30s' } as const;
const SESSION_OPTIONS = Object.entries(SESSION_SETTINGS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8_OID && format !== 'binary' ? BigInt : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig;

/** Commit hooks: wake a queue, send a NOTIFY. A failure is logged; the commit stands. */
const commitHooks = new WeakMap<Tx, Set<() => void>>();

export function afterCommit(tx: Tx, hook: () => void): void {
  commitHooks.get(tx)?.add(hook);
}

/** Set below a transaction. */
const insideTransaction = new AsyncLocalStorage<true>();
let isStrict = false;

/** For tests: a second connection fails instead of being logged. */
export function refuseSecondConnections(): void {
  isStrict = true;
}

/** For tests that hold a lock while something else waits for it. */
export const besideTransaction = <T>(run: () => T): T => insideTransaction.exit(run);

/**
 * Whoever has one connection and waits for another holds the first meanwhile: as many such calls at once as the pool has connections, and all of
 * them wait until they are given up, together with everybody else.
 */
function reportSecondConnection(log: Logger | undefined): void {
  if (insideTransaction.getStore() === undefined) return;
  const error = new AssertionError('a statement inside a transaction takes another connection: give it the transaction');
  if (isStrict) throw error;
  log?.error({ err: error }, 'a transaction takes a second connection');
}

export function createDb(options: DbOptions): Db {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolMax,
    application_name: options.applicationName,
    ...(options.isPooled === true ? {} : { options: SESSION_OPTIONS }),
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: KEPT_MS,
    keepAlive: true,
    types,
  });
  pool.on('error', () => undefined); // a dead idle connection is replaced; the next query reports the problem
  endWhenSilent(pool, options.url);
  const query = new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: namingStatements(pool, { isPooled: options.isPooled === true, beforeConnect: () => reportSecondConnection(options.log) }),
    }),
  });

  async function once<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const hooks = new Set<() => void>();
    const result = await query.transaction().execute((tx) => {
      commitHooks.set(tx, hooks);
      return insideTransaction.run(true, () => work(tx));
    });
    for (const hook of hooks) {
      try {
        asNobody(hook);
      } catch (error) {
        options.log?.error({ err: error }, 'what follows a commit failed');
      }
    }
    return result;
  }

  return {
    query,
    transaction: async (work) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(work);
        } catch (error) {
          if (attempt >= ATTEMPTS_MAX || !isRetryable(error)) throw error;
          await sleep(Math.random() * 20 * 2 ** attempt);
        }
      }
    },
    pool: {
      get waiting() {
        return pool.waitingCount;
      },
      get total() {
        return pool.totalCount;
      },
    },
    close: () => query.destroy(),
  };
}

/** A third-party library's SQL text with $1 values, inside our transaction. */
export async function runText(tx: Queryable, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
  const result = await tx.executeQuery(CompiledQuery.raw(text, values));
  return { rows: result.rows };
}

/** DATABASE_HA promises a synchronous standby: without one a failover would lose what was acknowledged (F8). */
export async function requireStandby(db: Queryable): Promise<void> {
  const { rows } = await sql<{ names: string }>`select current_setting('synchronous_standby_names') as names`.execute(db);
  if (rows[0]?.names !== '') return;
  throw new Error('DATABASE_HA is set, but synchronous_standby_names of the database is empty: a failover would lose payments.');
}

/** A standby, or a primary that accepts no changes. */
export async function isReadOnly(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ isReadOnly: boolean }>`
    select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as "isReadOnly"`.execute(db);
  return rows[0]?.isReadOnly !== false;
}
