import type { Network } from '@stablegate/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import type { Transfer } from '../chains.domain';
import { TRANSFER_COLUMNS, type TransferRow, toTransfer } from './transfers.queries';

/** In order of priority. Transfers without an invoice keep a share, and busy addresses a small one, so that neither starves. */
type Queue = 'matched' | 'other' | 'busy';
const QUEUES = ['matched', 'other', 'busy'] as const satisfies readonly Queue[];
/** Percentages: guaranteed share of a queue, and its maximum when the others leave capacity. */
const SHARE_MIN: Readonly<Record<Queue, number>> = { matched: 75, other: 20, busy: 5 };
const SHARE_MAX: Readonly<Record<Queue, number>> = { matched: 100, other: 100, busy: 20 };
/** This many of a queue's oldest transfers are distributed over their addresses; bounded, so that a flood costs no more. */
const WINDOW = 2_000;

/** Each has an index on (network, block_number). */
const IN_QUEUE: Readonly<Record<Queue, RawBuilder<unknown>>> = {
  matched: sql`state = 'matched'`,
  other: sql`state in ('seen', 'unmatched', 'ignored') and not is_busy`,
  busy: sql`state in ('seen', 'unmatched', 'ignored') and is_busy`,
};

export type DueOptions = {
  readonly limit: number;
  /** Asked about a moment ago, without an answer. */
  readonly except: readonly string[];
};

/** Round-robin over the addresses, oldest first among equals. */
async function listQueue(
  db: Queryable,
  network: Network,
  finalBlock: number,
  queue: Queue,
  { limit, except }: DueOptions,
): Promise<Transfer[]> {
  const { rows } = await sql<TransferRow>`
    select ${TRANSFER_COLUMNS} from (
      select oldest.*, row_number() over (partition by to_key order by block_number, id) as turn from (
        select * from transfers
         where network = ${network} and final_at is null and ${IN_QUEUE[queue]} and block_number <= ${finalBlock}
           and id <> all(${except}::text[])
         order by block_number limit ${WINDOW}) oldest) shared
     order by turn, block_number, id limit ${limit}`.execute(db);
  return rows.map(toTransfer);
}

/** Each queue gets its guaranteed share; unused capacity goes to the others in order of priority. */
function shareOut(queues: Readonly<Record<Queue, readonly Transfer[]>>, limit: number): Transfer[] {
  const part = (percent: number) => Math.floor((limit * percent) / 100);
  const guaranteed = (queue: Queue) => Math.min(queues[queue].length, part(SHARE_MIN[queue]));
  let left = limit - QUEUES.reduce((sum, queue) => sum + guaranteed(queue), 0);
  return QUEUES.flatMap((queue) => {
    const more = Math.max(0, Math.min(left, Math.min(queues[queue].length, part(SHARE_MAX[queue])) - guaranteed(queue)));
    left -= more;
    return queues[queue].slice(0, guaranteed(queue) + more);
  });
}

export type Due = {
  readonly transfers: readonly Transfer[];
  /** More are waiting, and not only those of busy addresses. */
  readonly isMore: boolean;
};

/**
 * Live, in a final block, not marked final yet. First in, first out would let the heaviest sender delay everyone else: here payments come
 * before transfers without an invoice, and addresses take turns.
 */
export async function listDueForFinality(db: Queryable, network: Network, finalBlock: number, options: DueOptions): Promise<Due> {
  const queue = (name: Queue) => listQueue(db, network, finalBlock, name, options);
  const queues = { matched: await queue('matched'), other: await queue('other'), busy: await queue('busy') };
  return {
    transfers: shareOut(queues, options.limit),
    isMore: queues.matched.length + queues.other.length >= options.limit,
  };
}

/** Of each network the time of the oldest block with a transfer that is not final yet. Those of busy addresses wait by design. */
export async function listOldestWaiting(db: Queryable, networks: readonly Network[]): Promise<ReadonlyMap<Network, Date>> {
  const oldestOf = (queue: Queue) => sql`
    (select block_time from transfers
      where network = n.network and final_at is null and state <> 'ignored' and ${IN_QUEUE[queue]} order by block_number limit 1)`;
  const { rows } = await sql<{ network: Network; oldest: Date | null }>`
    select n.network, least(${oldestOf('matched')}, ${oldestOf('other')}) as oldest from unnest(${networks}::text[]) n (network)`.execute(
    db,
  );
  return new Map(rows.flatMap(({ network, oldest }) => (oldest === null ? [] : [[network, oldest]])));
}

/**
 * Whether any transfer of the network up to this block is not final yet. Uses the queues' indexes: `state <> 'reorged'` alone would read
 * all its transfers.
 */
export async function awaitsFinality(db: Queryable, network: Network, upTo: number): Promise<boolean> {
  const waits = (queue: Queue) =>
    sql`exists (select 1 from transfers where network = ${network} and final_at is null and ${IN_QUEUE[queue]} and block_number <= ${upTo})`;
  const { rows } = await sql<{ found: boolean }>`select ${waits('matched')} or ${waits('other')} or ${waits('busy')} as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Networks with a transfer on its way to finality. Transfers undecided for an hour do not keep a network at the fast pace. */
export async function listUnsettledNetworks(db: Queryable, networks: readonly Network[]): Promise<Network[]> {
  if (networks.length === 0) return [];
  const { rows } = await sql<{ network: Network }>`
    select n.network from unnest(${networks}::text[]) as n (network)
     where exists (select 1 from transfers t where t.network = n.network and final_at is null and ${IN_QUEUE.matched})
        or (select seen_at from transfers t where t.network = n.network and final_at is null and ${IN_QUEUE.other}
             order by block_number desc limit 1) > now() - interval '1 hour'`.execute(db);
  return rows.map(({ network }) => network);
}
