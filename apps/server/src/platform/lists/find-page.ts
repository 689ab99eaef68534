import { type RawBuilder, sql } from 'kysely';
import { assertDefined } from '../assert';
import type { Db, Queryable } from '../db/db';
import { isTimeout } from '../db/db-errors';
import { timeOfId } from '../ids';
import type { FoundPage, List, TextFilter } from './list';
import { COUNT_MAX, TOTAL_MAX, type Window } from './paging';
import { type Plan, withoutPlans } from './planner';

/**
 * Finds a page of a filtered list. Which plan is fast depends on how many rows match, and the planner cannot know (ADR 16), so this asks
 * first: how many of the newest 500 rows match?
 *
 * - All rows are among them: done.
 * - At least 5% match: rows are read in the order of the list until the page is full, and counted along an index.
 * - Fewer: all matches are collected by an index, counted and sorted. There are at most 10,001 of them, or they are read in order after all.
 * - Neither within two seconds: the newest 50,000 rows are searched, and the answer says how far back that went.
 */
const SAMPLE_ROWS = 500;
const COMMON_SHARE = 0.05;
/** A filter that 5% of rows match reaches the counting cap within this many rows. */
const COMMON_ROWS = COUNT_MAX / COMMON_SHARE;
/** Reading in order up to a late page; beyond, sorting all matches costs less. */
const LATE_PAGE_ROWS = 3 * COMMON_ROWS;
/** Reading in order when none of the sample matched. */
const RARE_ROWS = 20 * SAMPLE_ROWS;
/** If other filters leave no more rows than this, the texts of those are compared. */
const COMPARED_ROWS = 5_000;
const LAST_RESORT_ROWS = 50_000;

const CAP = sql`${sql.lit(COUNT_MAX)}`;
/** What a statement must not do, so that only the plan it is named after is left. */
const INDEXED: readonly Plan[] = ['seqscan', 'bitmapscan'];
const INDEXED_OR_BITMAP: readonly Plan[] = ['seqscan'];
const BITMAP: readonly Plan[] = ['seqscan', 'indexscan'];
const IN_ORDER: readonly Plan[] = ['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin'];
const MERGED: readonly Plan[] = ['seqscan', 'bitmapscan', 'nestloop', 'hashjoin'];

type Found = FoundPage<string>;
type Search = { readonly db: Db; readonly list: List; readonly window: Window };

const onlyRow = <T>(rows: readonly T[]): T => assertDefined(rows[0], 'one row');
const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);
const filtered = ({ columns, alias, joins, where }: List, source: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select ${columns} from ${source} ${alias} ${joins ?? sql``} where ${where ?? sql`true`}`;
const newestRows = ({ alias, table, range, newest }: List, max: number): RawBuilder<unknown> =>
  sql`select ${alias}.* from ${table} ${alias} where ${range} order by ${newest} limit ${sql.lit(max)}`;
const matchesOf = (list: List): RawBuilder<unknown> => list.matches ?? sql`${filtered(list, list.table)} and ${list.range}`;
const newestMatches = (list: List, max: number): RawBuilder<unknown> => filtered(list, sql`(${newestRows(list, max)})`);

async function countUpTo(tx: Queryable, matches: RawBuilder<unknown>, max = COUNT_MAX): Promise<number> {
  const counted = sql<{ total: number }>`select count(*)::integer as total from (${matches} limit ${sql.lit(max)}) c`;
  return onlyRow((await counted.execute(tx)).rows).total;
}

const tooLongToCount = new WeakMap<Db, Set<string>>();

/** An index holds the matches in order: page and count are one statement. */
async function readByIndex({ db, list, window: { offset, limit } }: Search): Promise<Found> {
  const { unfiltered } = list;
  const known = tooLongToCount.get(db) ?? new Set();
  const isTooLong = unfiltered !== undefined && known.has(unfiltered);
  const rows = sql`from ${list.table} ${list.alias} where ${list.range} and ${list.where ?? sql`true`} order by ${list.newest}`;
  const page = sql<Found>`
    select ${isTooLong ? CAP : sql`(select count(*)::integer from (select ${rows} limit ${CAP}) c)`} as total,
           array(select id ${rows} limit ${limit} offset ${offset}) as ids`;
  const found =
    list.where === undefined
      ? await page.execute(db.query)
      : await withoutPlans(db, IN_ORDER, (tx) => page.execute(tx), { isUnlimited: true });
  const { total, ids } = onlyRow(found.rows);
  if (unfiltered !== undefined && total > TOTAL_MAX) tooLongToCount.set(db, known.add(unfiltered));
  return { total, ids };
}

/** Of the newest rows: which match all filters, and how many match the texts alone. */
type Sample = { readonly rows: number; readonly textMatches: number; readonly ids: readonly string[] };

async function sampleNewest({ db, list }: Search): Promise<Sample> {
  const textMatches =
    list.texts === undefined
      ? sql`0`
      : sql`(select count(*)::integer from (${filtered({ ...list, where: list.texts.where }, sql`newest`)}) t)`;
  const { rows } = await sql<Sample>`
    with newest as materialized (${newestRows(list, SAMPLE_ROWS)})
    select (select count(*)::integer from newest) as rows, ${textMatches} as "textMatches",
           array(select id from (${filtered(list, sql`newest`)}) m order by ${list.order}) as ids`.execute(db.query);
  return onlyRow(rows);
}

/** Few match: all of them are collected, counted and sorted. */
async function collectMatches({ db, list, window: { offset, limit } }: Search): Promise<Found> {
  return withoutPlans(db, list.index === 'bitmap' ? BITMAP : INDEXED, async (tx) => {
    // Counting reads the covering index alone; the ids are in the rows.
    if (list.index === 'covering' && (await countUpTo(tx, matchesOf(list))) > TOTAL_MAX) return { total: COUNT_MAX, ids: [] };
    const { rows } = await sql<Found>`
      with matches as materialized (${matchesOf(list)} limit ${CAP})
      select (select count(*)::integer from matches) as total,
             array(select id from matches order by ${list.order} limit ${limit} offset ${offset}) as ids`.execute(tx);
    return onlyRow(rows);
  });
}

/** Many match: counted along an index that holds them all, else among the newest rows. */
async function countCommon({ db, list }: Search): Promise<{ readonly total: number; readonly isComplete: boolean }> {
  const { merged } = list;
  if (merged !== undefined) return { total: await withoutPlans(db, MERGED, (tx) => countUpTo(tx, merged)), isComplete: true };
  const isComplete = list.index === 'covering';
  const counted = isComplete ? matchesOf(list) : newestMatches(list, COMMON_ROWS);
  return { total: await withoutPlans(db, IN_ORDER, (tx) => countUpTo(tx, counted)), isComplete };
}

async function readInOrder({ db, list, window: { offset, limit } }: Search, rowsMax: number): Promise<string[]> {
  return withoutPlans(db, IN_ORDER, async (tx) => {
    const page = sql<{ id: string }>`
      select id from (${newestMatches(list, rowsMax)}) m order by ${list.order} limit ${limit} offset ${offset}`;
    return idsOf((await page.execute(tx)).rows);
  });
}

/** The one plan whose cost grows with the number of matches: for a late page, or when many match and hardly one of the newest. */
async function sortMatches({ db, list, window: { offset, limit } }: Search): Promise<string[]> {
  return withoutPlans(db, INDEXED_OR_BITMAP, async (tx) => {
    const page = sql<{ id: string }>`
      with matches as materialized (${matchesOf(list)})
      select id from matches order by ${list.order} limit ${limit} offset ${offset}`;
    return idsOf((await page.execute(tx)).rows);
  });
}

/** A page of a list that is too long to collect. */
async function readPage(search: Search, { ids: sampled }: Sample, total: number): Promise<Found> {
  const { offset, limit } = search.window;
  if (sampled.length >= offset + limit || offset >= total) return { total, ids: sampled.slice(offset, offset + limit) };
  const rowsExpected = ((offset + limit) * SAMPLE_ROWS) / sampled.length;
  const rowsMax = sampled.length === 0 ? RARE_ROWS : rowsExpected > LATE_PAGE_ROWS ? 0 : LATE_PAGE_ROWS;
  const ids = rowsMax === 0 ? [] : await readInOrder(search, rowsMax);
  const isFull = ids.length >= Math.min(limit, total - offset);
  return { total, ids: isFull ? ids : await sortMatches(search) };
}

/** Of filters in two tables: the texts' own index finds the matches, unless the texts are common or the others leave few rows. */
async function chooseMatches(search: Search, texts: TextFilter, areCommon: boolean): Promise<Search> {
  const { db, list } = search;
  const rowsLeft = () =>
    withoutPlans(db, INDEXED, (tx) => countUpTo(tx, texts.left, COMPARED_ROWS + 1)).catch((error: unknown) => {
      if (isTimeout(error)) return Number.POSITIVE_INFINITY;
      throw error;
    });
  if (areCommon || (await rowsLeft()) <= COMPARED_ROWS) return search;
  return { ...search, list: { ...list, matches: texts.matches, index: 'bitmap' } };
}

async function findBySample(search: Search): Promise<Found> {
  const { list, window } = search;
  const sample = await sampleNewest(search);
  if (sample.rows < SAMPLE_ROWS) return { total: sample.ids.length, ids: sample.ids.slice(window.offset, window.offset + window.limit) };
  const isCommon = (matches: number) => matches >= SAMPLE_ROWS * COMMON_SHARE;
  if (isCommon(sample.ids.length)) {
    const { total, isComplete } = await countCommon(search);
    if (total > TOTAL_MAX || isComplete) return readPage(search, sample, total);
  }
  const chosen = list.texts === undefined ? search : await chooseMatches(search, list.texts, isCommon(sample.textMatches));
  const found = await collectMatches(chosen);
  return found.total <= TOTAL_MAX ? found : readPage(chosen, sample, found.total);
}

type NewestFound = {
  readonly total: number;
  readonly ids: readonly string[];
  readonly rows: number;
  readonly oldest: string | null;
};

/** Two filters that many rows match each, and hardly one both: what the newest rows hold, and how far back they go. */
async function searchNewest({ db, list, window: { offset, limit } }: Search): Promise<Found> {
  const newest = sql<NewestFound>`
    with newest as materialized (${newestRows(list, LAST_RESORT_ROWS)}), matches as materialized (${filtered(list, sql`newest`)})
    select (select count(*)::integer from matches) as total, (select count(*)::integer from newest) as rows,
           (select min(id) from newest) as oldest, array(select id from matches order by ${list.order} limit ${limit} offset ${offset}) as ids`;
  const found = await withoutPlans(db, IN_ORDER, (tx) => newest.execute(tx), { isUnlimited: true });
  const { total, ids, rows, oldest } = onlyRow(found.rows);
  return { total, ids, ...(rows < LAST_RESORT_ROWS || oldest === null ? {} : { searchedFrom: timeOfId(oldest) }) };
}

async function find(search: Search): Promise<Found> {
  if (search.list.index === 'order' || search.list.where === undefined) return readByIndex(search);
  try {
    return await findBySample(search);
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return searchNewest(search);
  }
}

/** `I`: the kind of ids that the list holds. */
export const findPage = async <I extends string>(db: Db, list: List, window: Window): Promise<FoundPage<I>> =>
  (await find({ db, list, window })) as FoundPage<I>;
