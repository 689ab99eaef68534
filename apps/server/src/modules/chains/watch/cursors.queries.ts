import type { Network } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import type { BlockRef } from '../chains.domain';

/** Another process watches this network now; whatever was being written must not be. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

export type Lease = {
  readonly network: Network;
  readonly holder: string;
  readonly epoch: bigint;
  /** How long it lasts from each renewal on. */
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
  /** Time between two looks at present; null before the first. */
  readonly paceMs: number | null;
  /** Since when the look under way has lasted, when it lasts for seconds. */
  readonly lookingSince: Date | null;
};

/** A dead holder loses its network after this; a timer beside the work and every write extend it. */
const LEASE_SECONDS = 15;

/** Between two statements of a transaction nothing is waited for, so this is long. */
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

/** Each taking raises the epoch, also by the same process: what an earlier life still has under way cannot write. */
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
                         for update skip locked)
    returning epoch`.execute(db);
  const [row] = rows;
  return row === undefined ? undefined : { network, holder, epoch: row.epoch, seconds };
}

/**
 * The first statement of every writing transaction: locks the cursor until the commit, or refuses a holder of the past. A holder that
 * stands still in the middle keeps the lock no longer than it would keep the lease: the database then ends its session.
 */
export async function fence(tx: Queryable, lease: Lease): Promise<void> {
  const { rows } = await sql`
    update chain_cursors set lease_until = clock_timestamp() + make_interval(secs => ${lease.seconds}), updated_at = now(), progress_at = now()
     where network = ${lease.network} and epoch = ${lease.epoch} and holder = ${lease.holder}
    returning network, set_config('idle_in_transaction_session_timeout', ${`${PAUSE_SECONDS_MAX}s`}, true)`.execute(tx);
  if (rows.length === 0) throw new LeaseLost(`${lease.network} is watched by another process since epoch ${lease.epoch}`);
}

/**
 * Beside the work, and never waiting for it: a row that is locked is being written by whoever holds it, which extends the lease too.
 * Answers whether the lease is still held.
 */
export async function renewLease(db: Queryable, lease: Lease, lookingSince: Date | undefined): Promise<boolean> {
  const mine = sql`network = ${lease.network} and epoch = ${lease.epoch} and holder = ${lease.holder}`;
  const { rows } = await sql<{ isHeld: boolean }>`
    with free as (select network from chain_cursors where ${mine} for update skip locked),
    renewed as (
      update chain_cursors c set lease_until = clock_timestamp() + make_interval(secs => ${lease.seconds}), updated_at = now(),
             looking_since = ${lookingSince ?? null}
        from free where c.network = free.network)
    select exists (select 1 from chain_cursors where ${mine}) as "isHeld"`.execute(db);
  return rows[0]?.isHeld ?? false;
}

/** How the network is watched at present: for the status page, which judges a lag by the pace. */
export async function saveWatch(db: Queryable, lease: Lease, watch: { paceMs: number; assurance: unknown }): Promise<void> {
  await sql`
    update chain_cursors set pace_ms = ${watch.paceMs}, assurance = ${JSON.stringify(watch.assurance)}::jsonb
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
    lookingSince: row.looking_since,
  }));
}

export type Progress = {
  /** Blocks that were read. */
  readonly from: number;
  readonly to: number;
  readonly readThrough: Date;
  readonly headBlock: number;
  readonly finalBlock: number;
  /** The cursor goes to the end of the range even if it was further: what it had passed is on another branch now. */
  readonly isRestart: boolean;
  /** Blocks of the range from here on are to be read once more. */
  readonly unprovenFrom: number | undefined;
};

/** Reading again below the cursor leaves it where it is. Answers whether the range reached the cursor or beyond. */
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
           head_block = ${progress.headBlock}, final_block = ${progress.finalBlock}, refused = null
      from goal g where g.network = c.network
    returning c.next_block = ${next} as "isAtCursor"`.execute(tx);
  return rows[0]?.isAtCursor ?? false;
}

/** Asks whoever watches the network to read again from this block; survives a restart. What was not read yet needs no second reading. */
export async function requestRescan(db: Queryable, network: Network, fromBlock: number): Promise<void> {
  await sql`
    update chain_cursors set rescan_from = least(rescan_from, ${fromBlock}::bigint)
     where network = ${network} and next_block > ${fromBlock}`.execute(db);
}

/** What keeps us from reading, for the status page; `refused` stays until a block is read again. */
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

/** Keeps the newest checkpoints: those of the unfinal window and of a good while before it, in case a network breaks its promise. */
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
