import { type RawBuilder, sql } from 'kysely';
import { must } from '../../platform/assert';
import type { Db, Queryable } from '../../platform/db/db';
import { isTimeout } from '../../platform/db/db-errors';
import { timeOfId } from '../../platform/ids';
import { TOTAL_MAX, type Window } from './paging';

/** A list of the back office. Its columns name `id` and whatever else its order needs; the order is that of an index. */
export type List = {
  readonly table: RawBuilder<unknown>;
  readonly alias: RawBuilder<unknown>;
  readonly joins?: RawBuilder<unknown> | undefined;
  /** From where to where in the order itself. */
  readonly within: RawBuilder<unknown>;
  /** What else must hold of a row. */
  readonly where?: RawBuilder<unknown> | undefined;
  readonly columns: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  /** The same order by the table's own columns. */
  readonly newest: RawBuilder<unknown>;
  /**
   * What serves the conditions: an index that has the matches in the order of the list; one that has all that is asked of them, so
   * that counting reads nothing else; some index; one that is read by bitmaps only.
   */
  readonly index: 'order' | 'covered' | 'some' | 'bitmap';
  /** The matches' ids, where they are looked up rather than rows looked through. */
  readonly lookedUp?: RawBuilder<unknown> | undefined;
  /** The same as a join of two indexes in one order, for counting. */
  readonly merged?: RawBuilder<unknown> | undefined;
  /** No filter, over rows that never go away: once there are more than can be counted, there always are. */
  readonly everything?: string | undefined;
  /** Where there are texts to look for. */
  readonly texts?: SoughtTexts | undefined;
};
export type SoughtTexts = {
  /** The condition on them. */
  readonly where: RawBuilder<unknown>;
  /** How to find them where they are not common; rare: none of the newest has them. */
  search(window: Window, isRare: boolean): Promise<FoundPage>;
  /** Ids that other filters leave, and of these the ones whose texts match. */
  readonly among?: { readonly ids: RawBuilder<unknown>; match(ids: readonly string[]): RawBuilder<unknown> } | undefined;
};
/** `total` counts to one more than the cap and no further. With `searchedFrom`, nothing older was looked at for lack of time. */
export type FoundPage = { readonly ids: readonly string[]; readonly total: number; readonly searchedFrom?: Date };

const SAMPLE = 500;
const COMMON_SHARE = 0.05;
/** In so many rows the common is counted to the cap, and a page of it is found. */
const WALK_MAX = (TOTAL_MAX + 1) / COMMON_SHARE;
/** So far it goes for a late page: beyond, putting all that match in order costs less. */
const LATE_WALK_MAX = 3 * WALK_MAX;
/** Where none of the newest matched, not many more are looked through. */
const RARE_WALK_MAX = 20 * SAMPLE;
/** What other filters leave is compared text by text, if it is no more than this. */
const COMPARED_MAX = 5_000;
/** What is looked through at last, where all else took too long. */
const HURRIED_MAX = 50_000;
const STATEMENT_MS_MAX = 2_000;
const CAP = sql`${sql.lit(TOTAL_MAX + 1)}`;

/** What the planner must not do: it cannot know how much matches, and reads all at once or from the wrong end. */
const NOT_ALL = ['seqscan'];
const NOT_ALL_NOR_BITMAPS = ['seqscan', 'bitmapscan'];
const IN_ORDER = ['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin'];
const MERGED = ['seqscan', 'bitmapscan', 'nestloop', 'hashjoin'];

async function without<T>(db: Db, ways: readonly string[], work: (tx: Queryable) => Promise<T>, isHurried = true): Promise<T> {
  return db.transaction(async (tx) => {
    const off = ways.map((way) => sql`set_config(${`enable_${way}`}, 'off', true)`);
    const limit = isHurried ? [sql`set_config('statement_timeout', ${String(STATEMENT_MS_MAX)}, true)`] : [];
    await sql`select ${sql.join([...limit, ...off])}`.execute(tx);
    return work(tx);
  });
}

const only = <T>(rows: readonly T[]): T => must(rows[0], 'one row');
const rowsOf = ({ columns, alias, joins, where }: List, source: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select ${columns} from ${source} ${alias} ${joins ?? sql``} where ${where ?? sql`true`}`;
const lookedUp = ({ list }: Search): RawBuilder<unknown> => list.lookedUp ?? sql`${rowsOf(list, list.table)} and ${list.within}`;
/** The newest rows, whatever else holds of them. */
const newestRows = ({ alias, table, within, newest }: List, max: number): RawBuilder<unknown> =>
  sql`select ${alias}.* from ${table} ${alias} where ${within} order by ${newest} limit ${sql.lit(max)}`;

/** Which tables have more rows than are counted, by database. */
const beyondCounting = new WeakMap<Db, Set<string>>();

/** An index gives them in order: nothing is to be looked for. */
async function readInOrder({ db, list, window: { offset, limit } }: Search): Promise<FoundPage> {
  const { everything } = list;
  const isBeyond = everything !== undefined && beyondCounting.get(db)?.has(everything) === true;
  const rows = sql`from ${list.table} ${list.alias} where ${list.within} and ${list.where ?? sql`true`} order by ${list.newest}`;
  const page = sql<FoundPage>`
    select ${isBeyond ? CAP : sql`(select count(*)::integer from (select ${rows} limit ${CAP}) c)`} as total,
           array(select id ${rows} limit ${limit} offset ${offset}) as ids`;
  const found = only(
    (list.where === undefined ? await page.execute(db.query) : await without(db, IN_ORDER, (tx) => page.execute(tx), false)).rows,
  );
  if (everything !== undefined && found.total > TOTAL_MAX) beyondCounting.set(db, (beyondCounting.get(db) ?? new Set()).add(everything));
  return found;
}

type Search = { readonly db: Db; readonly list: List; readonly window: Window };
/** Of the newest rows: which match, and of how many the texts alone do. */
type Sample = { readonly scanned: number; readonly texts: number; readonly ids: readonly string[] };

async function lookAtNewest({ db, list }: Search): Promise<Sample> {
  const texts =
    list.texts === undefined
      ? sql`0`
      : sql`(select count(*)::integer from (${rowsOf({ ...list, where: list.texts.where }, sql`newest`)}) j)`;
  const { rows } = await sql<Sample>`
    with newest as materialized (${newestRows(list, SAMPLE)})
    select (select count(*)::integer from newest) as scanned, ${texts} as texts,
           array(select id from (${rowsOf(list, sql`newest`)}) h order by ${list.order}) as ids`.execute(db.query);
  return only(rows);
}

async function countTo(tx: Queryable, hits: RawBuilder<unknown>): Promise<number> {
  return only((await sql<{ total: number }>`select count(*)::integer as total from (${hits} limit ${CAP}) c`.execute(tx)).rows).total;
}

/** Few match: all of them are collected by whatever index finds them, counted and put in order. */
async function collect(search: Search): Promise<FoundPage> {
  const { db, list, window } = search;
  return without(db, list.index === 'bitmap' ? NOT_ALL : NOT_ALL_NOR_BITMAPS, async (tx) => {
    // The index alone says whether they can all be listed; their ids are not in it.
    if (list.index === 'covered' && (await countTo(tx, lookedUp(search))) > TOTAL_MAX) return { total: TOTAL_MAX + 1, ids: [] };
    const { rows } = await sql<FoundPage>`
      with hits as materialized (${lookedUp(search)} limit ${CAP})
      select (select count(*)::integer from hits) as total,
             array(select id from hits order by ${list.order} limit ${window.limit} offset ${window.offset}) as ids`.execute(tx);
    return only(rows);
  });
}

/** The newest rows that match, for reading in order. */
const walked = (list: List, max = WALK_MAX): RawBuilder<unknown> => rowsOf(list, sql`(${newestRows(list, max)})`);
type Counted = { readonly total: number; readonly isAll: boolean };

/** Many match: they are counted in the order of an index that has them, else among the newest rows. */
async function countCommon(search: Search): Promise<Counted> {
  const { db, list } = search;
  const { merged } = list;
  if (merged !== undefined) return { total: await without(db, MERGED, (tx) => countTo(tx, merged)), isAll: true };
  const isAll = list.index === 'covered';
  return { total: await without(db, IN_ORDER, (tx) => countTo(tx, isAll ? lookedUp(search) : walked(list))), isAll };
}

/** Rows are looked through in the order of the list, which fills a page soon where many match. */
async function walk({ db, list, window: { offset, limit } }: Search, max: number): Promise<string[]> {
  return without(db, IN_ORDER, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from (${walked(list, max)}) h order by ${list.order} limit ${limit} offset ${offset}`.execute(tx);
    return rows.map(({ id }) => id);
  });
}

/** Many match, but hardly one of the newest: all are put in order, the only way that costs more where there are more. */
async function sortAll(search: Search): Promise<string[]> {
  const { db, list, window } = search;
  return without(db, NOT_ALL, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      with hits as materialized (${lookedUp(search)})
      select id from hits order by ${list.order} limit ${window.limit} offset ${window.offset}`.execute(tx);
    return rows.map(({ id }) => id);
  });
}

async function readPage(search: Search, { ids }: Sample, total: number): Promise<FoundPage> {
  const { offset, limit } = search.window;
  if (ids.length >= offset + limit || offset >= total) return { total, ids: ids.slice(offset, offset + limit) };
  const expected = ((offset + limit) * SAMPLE) / ids.length; // rows until the page is full, if the others are like the newest
  const found = ids.length === 0 ? await walk(search, RARE_WALK_MAX) : expected > LATE_WALK_MAX ? [] : await walk(search, LATE_WALK_MAX);
  const isFull = found.length >= Math.min(limit, total - offset);
  return { total, ids: isFull ? found : await sortAll(search) };
}

/** Other filters leave few rows: their texts are compared. Undefined: they leave many, or take long to tell. */
async function compareFew({ db, window: { offset, limit } }: Search, { among }: SoughtTexts): Promise<FoundPage | undefined> {
  if (among === undefined) return undefined;
  return without(db, NOT_ALL_NOR_BITMAPS, async (tx) => {
    const { rows } = await sql<{ id: string }>`select id from (${among.ids} limit ${sql.lit(COMPARED_MAX + 1)}) o`.execute(tx);
    if (rows.length > COMPARED_MAX) return undefined;
    const ids = (await sql<{ id: string }>`${among.match(rows.map(({ id }) => id))}`.execute(tx)).rows.map(({ id }) => id);
    return { total: ids.length, ids: ids.slice(offset, offset + limit) };
  }).catch((error: unknown) => {
    if (isTimeout(error)) return undefined;
    throw error;
  });
}

async function findAll(search: Search): Promise<FoundPage> {
  const { list, window } = search;
  const sample = await lookAtNewest(search);
  if (sample.scanned < SAMPLE) return { total: sample.ids.length, ids: sample.ids.slice(window.offset, window.offset + window.limit) };
  const isCommon = (hits: number) => hits >= SAMPLE * COMMON_SHARE;
  if (isCommon(sample.ids.length)) {
    const { total, isAll } = await countCommon(search);
    if (total > TOTAL_MAX || isAll) return readPage(search, sample, total);
  }
  if (list.texts !== undefined) {
    const few = await compareFew(search, list.texts);
    if (few !== undefined) return few;
    // Nothing but texts, or texts that few have: those are found by their own keys.
    if (list.texts.among === undefined || !isCommon(sample.texts)) return list.texts.search(window, sample.texts === 0);
  }
  const found = await collect(search);
  return found.total <= TOTAL_MAX ? found : readPage(search, sample, found.total);
}

type Hurried = { readonly total: number; readonly ids: readonly string[]; readonly scanned: number; readonly last: string | null };

/** Two filters that many rows match each, and hardly one both: what the newest rows have, and how far back they go. */
async function lookNoFurther({ db, list, window: { offset, limit } }: Search): Promise<FoundPage> {
  const hurried = async (tx: Queryable): Promise<Hurried> => {
    const { rows } = await sql<Hurried>`
      with newest as materialized (${newestRows(list, HURRIED_MAX)}), hits as materialized (${rowsOf(list, sql`newest`)})
      select (select count(*)::integer from hits) as total, (select count(*)::integer from newest) as scanned,
             (select min(id) from newest) as last, array(select id from hits order by ${list.order} limit ${limit} offset ${offset}) as ids`.execute(
      tx,
    );
    return only(rows);
  };
  const { total, ids, scanned, last } = await without(db, IN_ORDER, hurried, false);
  return { total, ids, ...(scanned < HURRIED_MAX || last === null ? {} : { searchedFrom: timeOfId(last) }) };
}

/**
 * Which way is quick depends on how much matches, and the planner cannot know: it guesses the same share for every text. So the
 * newest rows are looked at first. What is common among them is read in the order of the list; the rest is collected, up to the
 * number that can be listed, and for no longer than two seconds.
 */
export async function findPage(db: Db, list: List, window: Window): Promise<FoundPage> {
  const search = { db, list, window };
  if (list.index === 'order' || list.where === undefined) return readInOrder(search);
  try {
    return await findAll(search);
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return lookNoFurther(search);
  }
}
