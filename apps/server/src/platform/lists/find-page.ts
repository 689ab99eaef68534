import { type RawBuilder, sql } from 'kysely';
import { must } from '../assert';
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
/** If the other filters leave no more rows than this, their texts are compared one by one. */
const COMPARED_ROWS = 5_000;
const LAST_RESORT_ROWS = 50_000;

const CAP = sql`${sql.lit(COUNT_MAX)}`;
const INDEXED: readonly Plan[] = ['seqscan', 'bitmapscan'];
const INDEXED_OR_BITMAP: readonly Plan[] = ['seqscan'];
const IN_ORDER: readonly Plan[] = ['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin'];
const MERGED: readonly Plan[] = ['seqscan', 'bitmapscan', 'nestloop', 'hashjoin'];

type Search<I extends string> = { readonly db: Db; readonly list: List<I>; readonly window: Window };

const onlyRow = <T>(rows: readonly T[]): T => must(rows[0], 'one row');
const idsOf = <I extends string>(rows: readonly { id: I }[]): I[] => rows.map(({ id }) => id);
const filtered = ({ columns, alias, joins, where }: List<string>, source: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select ${columns} from ${source} ${alias} ${joins ?? sql``} where ${where ?? sql`true`}`;
const newestRows = ({ alias, table, range, newest }: List<string>, max: number): RawBuilder<unknown> =>
  sql`select ${alias}.* from ${table} ${alias} where ${range} order by ${newest} limit ${sql.lit(max)}`;
const matchesOf = (list: List<string>): RawBuilder<unknown> => list.matches ?? sql`${filtered(list, list.table)} and ${list.range}`;
const newestMatches = (list: List<string>, max: number): RawBuilder<unknown> => filtered(list, sql`(${newestRows(list, max)})`);

async function countUpToCap(tx: Queryable, matches: RawBuilder<unknown>): Promise<number> {
  return onlyRow((await sql<{ total: number }>`select count(*)::integer as total from (${matches} limit ${CAP}) c`.execute(tx)).rows).total;
}

const tooLongToCount = new WeakMap<Db, Set<string>>();

/** An index holds the matches in order: page and count are one statement. */
async function readByIndex<I extends string>({ db, list, window: { offset, limit } }: Search<I>): Promise<FoundPage<I>> {
  const { unfiltered } = list;
  const known = tooLongToCount.get(db) ?? new Set();
  const isTooLong = unfiltered !== undefined && known.has(unfiltered);
  const rows = sql`from ${list.table} ${list.alias} where ${list.range} and ${list.where ?? sql`true`} order by ${list.newest}`;
  const page = sql<FoundPage<I>>`
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
type Sample<I extends string> = { readonly rows: number; readonly textMatches: number; readonly ids: readonly I[] };

async function sampleNewest<I extends string>({ db, list }: Search<I>): Promise<Sample<I>> {
  const textMatches =
    list.texts === undefined
      ? sql`0`
      : sql`(select count(*)::integer from (${filtered({ ...list, where: list.texts.where }, sql`newest`)}) t)`;
  const { rows } = await sql<Sample<I>>`
    with newest as materialized (${newestRows(list, SAMPLE_ROWS)})
    select (select count(*)::integer from newest) as rows, ${textMatches} as "textMatches",
           array(select id from (${filtered(list, sql`newest`)}) m order by ${list.order}) as ids`.execute(db.query);
  return onlyRow(rows);
}

/** Few match: all of them are collected, counted and sorted. */
async function collectMatches<I extends string>({ db, list, window: { offset, limit } }: Search<I>): Promise<FoundPage<I>> {
  return withoutPlans(db, list.index === 'bitmap' ? INDEXED_OR_BITMAP : INDEXED, async (tx) => {
    // Counting reads the covering index alone; the ids are in the rows.
    if (list.index === 'covering' && (await countUpToCap(tx, matchesOf(list))) > TOTAL_MAX) return { total: COUNT_MAX, ids: [] };
    const { rows } = await sql<FoundPage<I>>`
      with matches as materialized (${matchesOf(list)} limit ${CAP})
      select (select count(*)::integer from matches) as total,
             array(select id from matches order by ${list.order} limit ${limit} offset ${offset}) as ids`.execute(tx);
    return onlyRow(rows);
  });
}

/** Many match: counted along an index that holds them all, else among the newest rows. */
async function countCommon({ db, list }: Search<string>): Promise<{ readonly total: number; readonly isComplete: boolean }> {
  const { merged } = list;
  if (merged !== undefined) return { total: await withoutPlans(db, MERGED, (tx) => countUpToCap(tx, merged)), isComplete: true };
  const isComplete = list.index === 'covering';
  const counted = isComplete ? matchesOf(list) : newestMatches(list, COMMON_ROWS);
  return { total: await withoutPlans(db, IN_ORDER, (tx) => countUpToCap(tx, counted)), isComplete };
}

async function readInOrder<I extends string>({ db, list, window: { offset, limit } }: Search<I>, rowsMax: number): Promise<I[]> {
  return withoutPlans(db, IN_ORDER, async (tx) => {
    const page = sql<{ id: I }>`
      select id from (${newestMatches(list, rowsMax)}) m order by ${list.order} limit ${limit} offset ${offset}`;
    return idsOf((await page.execute(tx)).rows);
  });
}

/** The one plan whose cost grows with the number of matches: for a late page, or when many match and hardly one of the newest. */
async function sortMatches<I extends string>({ db, list, window: { offset, limit } }: Search<I>): Promise<I[]> {
  return withoutPlans(db, INDEXED_OR_BITMAP, async (tx) => {
    const page = sql<{ id: I }>`
      with matches as materialized (${matchesOf(list)})
      select id from matches order by ${list.order} limit ${limit} offset ${offset}`;
    return idsOf((await page.execute(tx)).rows);
  });
}

/** A page of a list that is too long to collect. */
async function readPage<I extends string>(search: Search<I>, { ids: sampled }: Sample<I>, total: number): Promise<FoundPage<I>> {
  const { offset, limit } = search.window;
  if (sampled.length >= offset + limit || offset >= total) return { total, ids: sampled.slice(offset, offset + limit) };
  const rowsExpected = ((offset + limit) * SAMPLE_ROWS) / sampled.length;
  const rowsMax = sampled.length === 0 ? RARE_ROWS : rowsExpected > LATE_PAGE_ROWS ? 0 : LATE_PAGE_ROWS;
  const ids = rowsMax === 0 ? [] : await readInOrder(search, rowsMax);
  const isFull = ids.length >= Math.min(limit, total - offset);
  return { total, ids: isFull ? ids : await sortMatches(search) };
}

/** The other filters leave few rows: their texts are compared. Undefined when they leave many, or take too long to tell. */
async function compareTexts<I extends string>(
  { db, window: { offset, limit } }: Search<I>,
  { among }: TextFilter<I>,
): Promise<FoundPage<I> | undefined> {
  if (among === undefined) return undefined;
  return withoutPlans(db, INDEXED, async (tx) => {
    const left = await sql<{ id: I }>`select id from (${among.ids} limit ${sql.lit(COMPARED_ROWS + 1)}) o`.execute(tx);
    if (left.rows.length > COMPARED_ROWS) return undefined;
    const ids = idsOf((await sql<{ id: I }>`${among.match(idsOf(left.rows))}`.execute(tx)).rows);
    return { total: ids.length, ids: ids.slice(offset, offset + limit) };
  }).catch((error: unknown) => {
    if (isTimeout(error)) return undefined;
    throw error;
  });
}

async function findBySample<I extends string>(search: Search<I>): Promise<FoundPage<I>> {
  const { list, window } = search;
  const sample = await sampleNewest(search);
  if (sample.rows < SAMPLE_ROWS) return { total: sample.ids.length, ids: sample.ids.slice(window.offset, window.offset + window.limit) };
  const isCommon = (matches: number) => matches >= SAMPLE_ROWS * COMMON_SHARE;
  if (isCommon(sample.ids.length)) {
    const { total, isComplete } = await countCommon(search);
    if (total > TOTAL_MAX || isComplete) return readPage(search, sample, total);
  }
  if (list.texts !== undefined) {
    const compared = await compareTexts(search, list.texts);
    if (compared !== undefined) return compared;
    // There are no other filters, or the texts are rarer than what the others leave: their own index finds them.
    if (list.texts.among === undefined || !isCommon(sample.textMatches)) return list.texts.search(window, sample.textMatches === 0);
  }
  const found = await collectMatches(search);
  return found.total <= TOTAL_MAX ? found : readPage(search, sample, found.total);
}

type NewestFound<I extends string> = {
  readonly total: number;
  readonly ids: readonly I[];
  readonly rows: number;
  readonly oldest: string | null;
};

/** Two filters that many rows match each, and hardly one both: what the newest rows hold, and how far back they go. */
async function searchNewest<I extends string>({ db, list, window: { offset, limit } }: Search<I>): Promise<FoundPage<I>> {
  const newest = sql<NewestFound<I>>`
    with newest as materialized (${newestRows(list, LAST_RESORT_ROWS)}), matches as materialized (${filtered(list, sql`newest`)})
    select (select count(*)::integer from matches) as total, (select count(*)::integer from newest) as rows,
           (select min(id) from newest) as oldest, array(select id from matches order by ${list.order} limit ${limit} offset ${offset}) as ids`;
  const found = await withoutPlans(db, IN_ORDER, (tx) => newest.execute(tx), { isUnlimited: true });
  const { total, ids, rows, oldest } = onlyRow(found.rows);
  return { total, ids, ...(rows < LAST_RESORT_ROWS || oldest === null ? {} : { searchedFrom: timeOfId(oldest) }) };
}

export async function findPage<I extends string>(db: Db, list: List<I>, window: Window): Promise<FoundPage<I>> {
  const search = { db, list, window };
  if (list.index === 'order' || list.where === undefined) return readByIndex(search);
  try {
    return await findBySample(search);
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return searchNewest(search);
  }
}
