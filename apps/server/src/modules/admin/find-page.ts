import { type RawBuilder, sql } from 'kysely';
import { must } from '../../platform/assert';
import type { Db, Queryable } from '../../platform/db';
import { TOTAL_MAX, type Window } from './paging';

/** A list of the back office. Its columns name `id` and whatever else its order needs; the order is that of an index. */
export type List = {
  readonly table: RawBuilder<unknown>;
  readonly alias: RawBuilder<unknown>;
  readonly joins?: RawBuilder<unknown> | undefined;
  readonly where: RawBuilder<unknown>;
  readonly columns: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  /** The same order by the table's own columns. */
  readonly newest: RawBuilder<unknown>;
  /** Trigram indexes and alternatives are read by bitmaps only; without them an index scan can stop as soon as there is enough. */
  readonly needsBitmaps?: boolean;
};
/** `total` counts to one more than the cap and no further. */
export type FoundPage = { readonly ids: readonly string[]; readonly total: number };

const SAMPLE = 500;
const COMMON_SHARE = 0.05;
const CAP = sql`${sql.lit(TOTAL_MAX + 1)}`;

const all = ({ columns, table, alias, joins, where }: List): RawBuilder<unknown> =>
  sql`select ${columns} from ${table} ${alias} ${joins ?? sql``} where ${where}`;
const only = <T>(rows: readonly T[]): T => must(rows[0], 'one row');

/** Few match: all of them are collected by whatever index finds them, counted and put in order. */
async function collect(db: Db, list: List, { offset, limit }: Window): Promise<FoundPage> {
  const hits = sql<FoundPage>`
    with hits as materialized (${all(list)} limit ${CAP})
    select (select count(*)::integer from hits) as total,
           array(select id from hits order by ${list.order} limit ${limit} offset ${offset}) as ids`;
  if (list.needsBitmaps === true) return only((await hits.execute(db.query)).rows);
  return db.transaction(async (tx) => {
    await sql`set local enable_bitmapscan = off`.execute(tx);
    return only((await hits.execute(tx)).rows);
  });
}

/** Many match: the rows are looked through in the order of the list, which fills a page soon. Sorting would first read all that match. */
function walk<T>(db: Db, work: (tx: Queryable) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await sql`set local enable_bitmapscan = off`.execute(tx);
    await sql`set local enable_sort = off`.execute(tx);
    return work(tx);
  });
}

async function readOn(tx: Queryable, list: List, { offset, limit }: Window): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${all(list)} order by ${list.order} limit ${limit} offset ${offset}`.execute(tx);
  return rows.map(({ id }) => id);
}

async function countOn(tx: Queryable, list: List): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (${all(list)} order by ${list.order} limit ${CAP}) c`.execute(tx);
  return only(rows).total;
}

/** From the newest rows: a twentieth of them is common. */
async function isCommon(tx: Queryable, { table, alias, joins, where, newest }: List): Promise<boolean> {
  const { rows } = await sql<{ hits: number }>`
    select count(*)::integer as hits from (select * from ${table} order by ${newest} limit ${sql.lit(SAMPLE)}) ${alias} ${joins ?? sql``}
     where ${where}`.execute(tx);
  return only(rows).hits >= SAMPLE * COMMON_SHARE;
}

/**
 * Which way is quick depends on how much matches, and the planner cannot know: it guesses the same share for every text. So the few
 * are collected, up to the number that can be listed; where matches are common the list is walked.
 */
export async function findPage(db: Db, list: List, window: Window): Promise<FoundPage> {
  if (await isCommon(db.query, list)) {
    return walk(db, async (tx) => ({ total: await countOn(tx, list), ids: await readOn(tx, list, window) }));
  }
  const found = await collect(db, list, window);
  if (found.total <= TOTAL_MAX) return found;
  return { total: found.total, ids: await walk(db, (tx) => readOn(tx, list, window)) };
}
