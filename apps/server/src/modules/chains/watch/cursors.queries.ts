import type { Network } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import type { BlockRef } from '../chains.domain';

/** Another process watches this network now; pending writes must be discarded. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

export type Lease = {
  readonly network: Network;
  readonly holder: string;
  readonly epoch: bigint;
  /** Duration from each renewal. */
  readonly seconds: number;
};
export type CursorRow = {
  readonly network: string;
  readonly nextBlock: number | null;
  readonly readThrough: Date | null;
  readonly headBlock: number | null;
  readonly finalBlock: number | null;
  readonly lastError: string | null;
  readonly lastErrorAt: Date | null;
  readonly refused: string | null;
  readonly rescanFrom: number | null;
  readonly unprovenFrom: number | null;
  /** Present time between two polls; null before the first. */
  readonly paceMs: number | null;
  /** When the current poll began, once it has lasted for seconds. */
  readonly pollingSince: Date | null;
};

/** A dead holder loses its network after this; a timer and every write extend it. */
const LEASE_SECONDS = 15;

/** A transaction never waits between two statements, so this is generous. */
const PAUSE_SECONDS_MAX = 10;

/** Block numbers stay far below 2^53. */
const toNumber = (value: bigint | null): number | null => (value === null ? null : Number.parseInt(value.toString(), 10));

export async function ensureCursor(db: Queryable, network: Network): Promise<void> {
  await db
    .insertInto('chain_cursors')
    .values({ network })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Each acquisition raises the epoch, even by the same process: writes still under way from before are refused. */
export async function takeLease(
  db: Queryable,
  network: Network,
  holder: string,
  seconds: number = LEASE_SECONDS,
): Promise<Lease | undefined> {
  const { rows } = await sql<{ epoch: bigint }>`
    update chain_cursors
       set holder = ${holder}, epoch = epoch + 1, lease_until = clock_timestamp() + make_interval(secs => ${seconds}), updated_at = now(),
           looking_since = null, progress_at = null
     where network = (select network from chain_cursors
                       where network = ${network} and (lease_until is null or lease_until < now())
                         for no key update skip locked)
    returning epoch`.execute(db);
  const [row] = rows;
  return row === undefined ? undefined : { network, holder, epoch: row.epoch, seconds };
}

/**
 * The first statement of every writing transaction: locks the cursor until the commit, or refuses a former holder. If the holder stalls
 * inside the transaction, the database ends its session no later than the lease would expire.
 */
export async function fence(tx: Queryable, lease: Lease): Promise<void> {
  const { rows } = await sql`
    update chain_cursors set lease_until = clock_timestamp() + make_interval(secs => ${lease.seconds}), updated_at = now(), progress_at = now()
     where network = ${lease.network} and epoch = ${lease.epoch} and holder = ${lease.holder}
    returning network, set_config('idle_in_transaction_session_timeout', ${`${PAUSE_SECONDS_MAX}s`}, true)`.execute(tx);
  if (rows.length === 0) throw new LeaseLost(`${lease.network} is watched by another process since epoch ${lease.epoch}`);
}

export type Renewal = Lease & { readonly pollingSince: Date | undefined };

/**
 * Independent of the work, and never blocked by it: if a row is locked, its holder is writing, which extends the lease too. Returns the
 * networks whose lease is still held.
 */
export async function renewLeases(db: Queryable, renewals: readonly Renewal[]): Promise<Network[]> {
  const given = renewals.map(({ epoch, ...rest }) => ({ ...rest, epoch: epoch.toString() }));
  const { rows } = await sql<{ network: Network }>`
    with mine as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
               as m (network text, epoch bigint, holder text, seconds float8, "pollingSince" timestamptz)),
    free as (
      select network, m.seconds, m."pollingSince" from chain_cursors c join mine m using (network, epoch, holder) for no key update of c skip locked),
    renewed as (
      update chain_cursors c set lease_until = clock_timestamp() + make_interval(secs => f.seconds), updated_at = now(),
             looking_since = f."pollingSince"
        from free f where c.network = f.network)
    select network from chain_cursors c join mine m using (network, epoch, holder)`.execute(db);
  return rows.map(({ network }) => network);
}

/** The present pace and node coverage, for the status page, which judges a lag by the pace. */
/** The token's state stays as it was until this process has asked the nodes: an alarm does not end by a restart. */
export async function saveWatch(db: Queryable, lease: Lease, watch: { paceMs: number; assurance: unknown }): Promise<void> {
  await sql`
    update chain_cursors
       set pace_ms = ${watch.paceMs},
           assurance = jsonb_strip_nulls(jsonb_build_object('token', assurance -> 'token')) || ${JSON.stringify(watch.assurance)}::jsonb
     where network = ${lease.network} and epoch = ${lease.epoch}`.execute(db);
}

export async function releaseLease(db: Queryable, lease: Lease): Promise<void> {
  await sql`
    update chain_cursors set holder = null, lease_until = null, looking_since = null
     where network = ${lease.network} and epoch = ${lease.epoch} and holder = ${lease.holder}`.execute(db);
}

export async function readCursors(db: Queryable, networks: readonly Network[]): Promise<CursorRow[]> {
  if (networks.length === 0) return [];
  const rows = await db
    .selectFrom('chain_cursors')
    .select([
      'network',
      'next_block',
      'read_through',
      'head_block',
      'final_block',
      'last_error',
      'last_error_at',
      'refused',
      'rescan_from',
      'unproven_from',
      'pace_ms',
      'looking_since',
    ])
    .where('network', 'in', networks)
    .execute();
  return rows.map((row) => ({
    network: row.network,
    nextBlock: toNumber(row.next_block),
    readThrough: row.read_through,
    headBlock: toNumber(row.head_block),
    finalBlock: toNumber(row.final_block),
    lastError: row.last_error,
    lastErrorAt: row.last_error_at,
    refused: row.refused,
    rescanFrom: toNumber(row.rescan_from),
    unprovenFrom: toNumber(row.unproven_from),
    paceMs: row.pace_ms,
    pollingSince: row.looking_since,
  }));
}

export type Progress = {
  readonly from: number;
  readonly to: number;
  readonly readThrough: Date;
  readonly headBlock: number;
  readonly finalBlock: number;
  /** The cursor moves to the end of the range even if it was further: the blocks it had passed are on another branch now. */
  readonly isRestart: boolean;
  /** Blocks of the range from here on must be read a second time. */
  readonly unprovenFrom: number | undefined;
};

/**
 * How far a network's clock runs behind ours: the least age of a newest block of late, since a quiet network and a slow answer only add to
 * it. It grows by this much with each reading, so that a clock that drifts is followed. Never negative: one block from the future would
 * otherwise refuse payments in blocks that are on time; those from before an invoice are refused by their number.
 */
const LAG_FADES_MS = 50;
const LAG_MS_MAX = 60_000;

/** A rescan below the cursor leaves it in place. Returns whether the range reached the cursor. */
export async function saveProgress(tx: Queryable, network: Network, progress: Progress): Promise<boolean> {
  const next = progress.to + 1;
  const unprovenFrom = progress.unprovenFrom ?? null;
  const { rows } = await sql<{ isAtCursor: boolean }>`
    with goal as (
      select network, case when ${progress.isRestart} then ${next}::bigint else greatest(next_block, ${next}::bigint) end as next_block
        from chain_cursors where network = ${network})
    update chain_cursors c
       set next_block = g.next_block,
           read_through = case when g.next_block = ${next} then ${progress.readThrough} else c.read_through end,
           rescan_from = case when c.rescan_from >= ${progress.from} and c.rescan_from < ${next} then nullif(least(${next}::bigint, g.next_block), g.next_block)
                              when c.rescan_from < g.next_block then c.rescan_from end,
           unproven_from = case when ${unprovenFrom}::bigint is not null then least(c.unproven_from, ${unprovenFrom}::bigint)
                                when c.unproven_from >= ${progress.from} and c.unproven_from < ${next}
                                  then nullif(least(${next}::bigint, g.next_block), g.next_block)
                                when c.unproven_from < g.next_block then c.unproven_from end,
           clock_lag_ms = least(coalesce(c.clock_lag_ms + ${LAG_FADES_MS}, ${LAG_MS_MAX}), ${LAG_MS_MAX},
                                greatest(extract(epoch from clock_timestamp() - ${progress.readThrough}::timestamptz) * 1000, 0)),
           head_block = ${progress.headBlock}, final_block = ${progress.finalBlock}, refused = null
      from goal g where g.network = c.network
    returning c.next_block = ${next} as "isAtCursor"`.execute(tx);
  return rows[0]?.isAtCursor ?? false;
}

/** Asks the network's watcher to rescan from this block; survives a restart. Unread blocks need no rescan. */
export async function requestRescan(db: Queryable, network: Network, fromBlock: number): Promise<void> {
  await sql`
    update chain_cursors set rescan_from = least(rescan_from, ${fromBlock}::bigint)
     where network = ${network} and next_block > ${fromBlock}`.execute(db);
}

/** What keeps the network from being read, for the status page; `refused` stays until a block is read again. */
export async function saveError(db: Queryable, lease: Lease, message: string, at: Date, isRefusal: boolean): Promise<void> {
  const text = message.slice(0, 500);
  await sql`
    update chain_cursors
       set last_error = ${text}, last_error_at = ${at}, refused = case when ${isRefusal} then ${text} else refused end
     where network = ${lease.network} and epoch = ${lease.epoch}`.execute(db);
}

export async function listCheckpoints(db: Queryable, network: Network, below: number | undefined, limit: number): Promise<BlockRef[]> {
  let query = db.selectFrom('chain_blocks').select(['number', 'hash', 'time']).where('network', '=', network);
  if (below !== undefined) query = query.where('number', '<', BigInt(below));
  const rows = await query.orderBy('number', 'desc').limit(limit).execute();
  return rows.map((row) => ({ number: toNumber(row.number) ?? 0, hash: row.hash, time: row.time }));
}

/** Keeps the newest checkpoints: those of the window before finality and many older ones, in case a network breaks its promise. */
export async function saveCheckpoint(
  tx: Queryable,
  network: Network,
  block: BlockRef,
  bounds: { rewindTo: number | undefined; keepFrom: number },
): Promise<void> {
  await sql`
    delete from chain_blocks
     where network = ${network} and (number < ${bounds.keepFrom} or number >= ${bounds.rewindTo ?? block.number})`.execute(tx);
  await sql`
    insert into chain_blocks (network, number, hash, time) values (${network}, ${block.number}, ${block.hash}, ${block.time})`.execute(tx);
}
