import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Queryable } from '../db/db';
import { createSecretBox, type SecretBox } from './crypto';
import { createKeyring, loadMasterKeys, newMasterKey, saveMasterKeys } from './master-key';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns';

/** Ends the command with one sentence. */
export class RotationError extends Error {
  override readonly name = 'RotationError';
}

export type RotationDeps = {
  readonly db: Db;
  readonly dataDir: string;
  readonly say: (line: string) => void;
  readonly columns?: readonly SealedColumn[];
  /** How long a process may take between sealing a value and starting its write. */
  readonly graceMs?: number;
};

const BATCH_MAX = 200;
const GRACE_MS = 2_000;
const OPEN_TRANSACTIONS_MS_MAX = 60_000; // beyond the server's own limits of a transaction (15 s per statement, 30 s idle)
const LOCK_KEY = 78254284; // next to the migrations' key
const KEY_ID_MAX = 255; // one byte in front of every sealed value

type Row = { key: string; sealed: Buffer };

/** One batch after the given key; compare-and-set, so that concurrent writes of a running server are never overwritten. */
async function resealBatch(
  tx: Queryable,
  secrets: SecretBox,
  place: SealedColumn,
  after: string,
): Promise<{ last?: string; done: number }> {
  const [table, key, column] = [sql.table(place.table), sql.ref(place.key), sql.ref(place.column)];
  const { rows } = await sql<Row>`
    select ${key}::text as key, ${column} as sealed from ${table}
     where ${column} is not null and ${key}::text > ${after} order by ${key}::text limit ${BATCH_MAX}`.execute(tx);
  const outdated = rows.filter(({ sealed }) => secrets.isOutdated(sealed));
  const renewed = outdated.map((row) => secrets.seal(place.purpose, openOrRefuse(secrets, place, row)));
  if (outdated.length > 0) {
    await sql`
      update ${table} as t set ${column} = fresh.sealed
        from unnest(${outdated.map((row) => row.key)}::text[], ${outdated.map(({ sealed }) => sealed)}::bytea[], ${renewed}::bytea[]) as fresh(key, was, sealed)
       where t.${key}::text = fresh.key and t.${column} = fresh.was`.execute(tx);
  }
  const last = rows.at(-1)?.key;
  return last === undefined ? { done: outdated.length } : { last, done: outdated.length };
}

function openOrRefuse(secrets: SecretBox, place: SealedColumn, row: Row): string {
  try {
    return secrets.open(place.purpose, row.sealed);
  } catch (error) {
    throw new RotationError(
      `${place.table}.${place.column} of ${row.key} does not open with the keys at hand: no key was dropped. See docs/runbooks/master-key.md.`,
      { cause: error },
    );
  }
}

async function resealColumn(db: Db, secrets: SecretBox, place: SealedColumn): Promise<number> {
  let total = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const batch: { last?: string; done: number } = await resealBatch(db.query, secrets, place, after);
    total += batch.done;
    after = batch.last;
  }
  return total;
}

export type SealedCount = { readonly place: SealedColumn; readonly values: number; readonly unreadable: readonly string[] };

/** Tries to open everything and changes nothing: for checks before a rotation, or after a loss. */
export async function inspectSealed(db: Db, secrets: SecretBox, columns = SEALED_COLUMNS): Promise<SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const place of columns) {
    const { rows } = await sql<Row>`
      select ${sql.ref(place.key)}::text as key, ${sql.ref(place.column)} as sealed from ${sql.table(place.table)}
       where ${sql.ref(place.column)} is not null order by 1`.execute(db.query);
    counts.push({ place, values: rows.length, unreadable: rows.filter((row) => !opens(secrets, place, row)).map(({ key }) => key) });
  }
  return counts;
}

function opens(secrets: SecretBox, place: SealedColumn, row: Row): boolean {
  try {
    secrets.open(place.purpose, row.sealed);
    return true;
  } catch {
    return false;
  }
}

/** Reseals everything under the newest key. Iterates over all columns until a round finds nothing more. */
export async function reencrypt(deps: RotationDeps, secrets: SecretBox): Promise<number> {
  let total = 0;
  for (let round = -1; round !== 0; total += round) {
    round = 0;
    for (const place of deps.columns ?? SEALED_COLUMNS) round += await resealColumn(deps.db, secrets, place);
  }
  return total;
}

/** Values sealed with the old key before the file changed are committed, and so visible, once their transactions are over. */
async function waitForOlderTransactions(tx: Queryable, graceMs: number): Promise<void> {
  await sleep(graceMs);
  const {
    rows: [now],
  } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx);
  const deadline = Date.now() + OPEN_TRANSACTIONS_MS_MAX;
  for (;;) {
    const { rows } = await sql`
      select pid from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and xact_start <= ${now?.at}
       limit 1`.execute(tx);
    if (rows.length === 0) return;
    if (Date.now() > deadline) throw new RotationError('A transaction has been open for a minute; run the command again when it is over.');
    await sleep(200);
  }
}

async function rotateLocked(deps: RotationDeps, tx: Queryable): Promise<void> {
  const keys = loadMasterKeys({ masterKey: undefined, dataDir: deps.dataDir });
  if (keys.length === 1) {
    saveMasterKeys(deps.dataDir, [newMasterKey((keys[0].id % KEY_ID_MAX) + 1), ...keys]);
    deps.say('A new master key was made; new values are sealed with it from now on.');
  } else {
    deps.say('An earlier rotation was not finished; going on with it.');
  }
  const keyring = createKeyring({ masterKey: undefined, dataDir: deps.dataDir });
  await waitForOlderTransactions(tx, deps.graceMs ?? GRACE_MS);
  const total = await reencrypt(deps, createSecretBox(keyring));
  deps.say(`${total} values were encrypted anew.`);
  saveMasterKeys(deps.dataDir, [keyring()[0]]);
  deps.say(`Done. The old key is gone; key ${keyring()[0].id} holds everything. Back up ${deps.dataDir}/master.key now.`);
}

/**
 * Safe to kill at any time and to run again: the new key is in the file before the first value is sealed with it, the old one leaves the
 * file after the last value was resealed. Servers on this machine keep running; they check the file before every use.
 */
export async function rotateMasterKey(deps: RotationDeps): Promise<void> {
  await deps.db.query.connection().execute(async (connection) => {
    const {
      rows: [lock],
    } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${LOCK_KEY}) as taken`.execute(connection);
    if (lock?.taken !== true) throw new RotationError('Another rotation is running.');
    try {
      await rotateLocked(deps, connection);
    } finally {
      await sql`select pg_advisory_unlock(${LOCK_KEY})`.execute(connection);
    }
  });
}
