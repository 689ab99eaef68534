import { type RawBuilder, sql } from 'kysely';
import { must } from '../../../platform/assert';
import type { Queryable, Tx } from '../../../platform/db/db';
import { allOf, anywherePattern, escapeLike, isShort } from '../../../platform/db/sql-parts';
import type { InvoiceId } from '../../../platform/id-types';
import type { InvoiceFilter } from './list-invoices.queries';
import { type SoughtText, searchable, type TextScope } from './text-keys.domain';

/** The searched texts, and further conditions on the invoice `i`. */
export type TextSearch = Pick<InvoiceFilter, 'name' | 'description' | 'transIdStart' | 'idFrom' | 'idBefore'> & {
  readonly scope: TextScope;
  readonly where?: readonly RawBuilder<unknown>[] | undefined;
};

/** The texts searched by n-gram keys. A longer prefix of a transaction id has its own index. */
export function soughtTexts({ name, description, transIdStart }: Omit<TextSearch, 'scope'>): SoughtText[] {
  return [
    ...(name === undefined ? [] : [{ kind: 'name' as const, text: searchable(name) }]),
    ...(description === undefined ? [] : [{ kind: 'description' as const, text: searchable(description) }]),
    ...(transIdStart === undefined || !isShort(transIdStart) ? [] : [{ kind: 'transId' as const, text: transIdStart }]),
  ];
}

/** Owner and period. */
function withinScope({ scope, idFrom, idBefore }: TextSearch): RawBuilder<unknown> {
  const parts = scope === 'everybody' ? [] : [sql`t.user_id = ${scope.userId}`, sql`not t.hidden`];
  if (idFrom !== undefined) parts.push(sql`t.id >= ${idFrom}`);
  if (idBefore !== undefined) parts.push(sql`t.id < ${idBefore}`);
  return allOf(parts);
}

/** Keys only narrow it down: hashes may collide, and matching n-grams do not prove the whole text. */
function matches({ name, description, transIdStart }: TextSearch): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [];
  if (name !== undefined) parts.push(sql`t.name like ${anywherePattern(searchable(name))}`);
  if (description !== undefined) parts.push(sql`t.description like ${anywherePattern(searchable(description))}`);
  if (transIdStart !== undefined && isShort(transIdStart)) parts.push(sql`t.trans_start like ${`${escapeLike(transIdStart)}%`}`);
  return allOf(parts);
}

/** `offset 0` keeps it a check per row: as a join the planner would first collect all matches. */
const alsoOfInvoice = ({ where = [] }: TextSearch): RawBuilder<unknown> =>
  where.length === 0 ? sql`` : sql`and exists (select from invoices i where i.id = t.id and ${allOf(where)} offset 0)`;

export type TextHits = { readonly total: number; readonly ids: readonly InvoiceId[] };
export type TextLimits = { readonly countMax: number; readonly idsMax: number };

/** A time span: its keys and its range of ids. Keys of two spans may collide, ids do not. */
export type SpanSearch = { readonly keys: readonly number[]; readonly idFrom: string; readonly idBefore: string };

/** Count and newest matches within these spans. Each span costs a few lookups in posting lists of this scope only. */
export async function searchSpans(
  tx: Queryable,
  search: TextSearch,
  spans: readonly SpanSearch[],
  { countMax, idsMax }: TextLimits,
): Promise<TextHits> {
  const [keys, froms, befores] = [
    spans.map((span) => `{${span.keys.join(',')}}`),
    spans.map(({ idFrom }) => idFrom),
    spans.map(({ idBefore }) => idBefore),
  ];
  const { rows } = await sql<TextHits>`
    with hits as materialized (
      select f.id from unnest(${keys}::text[], ${froms}::text[], ${befores}::text[]) as s (keys, id_from, id_before) cross join lateral (
        select t.id from (select * from invoice_texts k where k.keys @> s.keys::integer[] offset 0) t
         where t.id >= s.id_from and t.id < s.id_before and ${withinScope(search)} and ${matches(search)} ${alsoOfInvoice(search)}
         order by t.id desc limit ${countMax}) f limit ${countMax})
    select count(*)::integer as total, array(select id from hits order by id desc limit ${idsMax}) as ids from hits`.execute(tx);
  return must(rows[0], 'what was searched');
}

type TextWalkLimits = TextLimits & {
  readonly depth: number;
  readonly among?: ((limit: number) => RawBuilder<unknown>) | undefined;
};
type TextWalk = TextHits & { readonly scanned: number };

/** For whole rows the planner may scan all owners' rows: start no later than this owner's newest. */
const fromNewest = ({ scope }: TextSearch): RawBuilder<unknown> =>
  scope === 'everybody'
    ? sql``
    : sql`and t.id <= (select n.id from invoice_texts n where n.user_id = ${scope.userId} and not n.hidden order by n.id desc limit 1)`;

/**
 * Scans an owner's newest rows: how many match, and the newest of those. Names are in the index; for other texts each row is fetched.
 * `among`: only these ids, newest first.
 */
export async function walkTexts(tx: Queryable, search: TextSearch, { depth, among, countMax, idsMax }: TextWalkLimits): Promise<TextWalk> {
  const newest =
    among === undefined
      ? sql`select * from invoice_texts t where ${withinScope(search)} ${fromNewest(search)} order by t.id desc limit ${depth}`
      : sql`select t.* from (${among(depth)}) o cross join lateral (select * from invoice_texts x where x.id = o.id offset 0) t order by o.id desc`;
  const { rows } = await sql<TextWalk>`
    with hits as materialized (select t.id from (${newest}) t where ${matches(search)} ${alsoOfInvoice(search)} limit ${countMax}),
         counted as materialized (select count(*)::integer as total from hits)
    select total, case when total < ${countMax} then (select count(*)::integer from (${newest}) n) else ${depth} end as scanned,
           array(select id from hits limit ${idsMax}) as ids from counted`.execute(tx);
  return must(rows[0], 'what was walked');
}

/** For a long scan: the planner must not collect and sort what it can read in order. Short scans it orders by itself. */
export async function walkFar(tx: Tx, search: TextSearch, limits: TextWalkLimits): Promise<TextWalk> {
  const off = ['bitmapscan', 'sort', 'hashjoin', 'mergejoin'].map((way) => sql`set_config(${`enable_${way}`}, 'off', true)`);
  await sql`select ${sql.join(off)}`.execute(tx);
  return walkTexts(tx, search, limits);
}

/** For few rows left by other filters: each is compared. */
export async function compareTexts(tx: Queryable, search: TextSearch, ids: readonly InvoiceId[]): Promise<InvoiceId[]> {
  const { rows } = await sql<{ id: InvoiceId }>`
    select t.id from invoice_texts t where t.id = any(${ids}::text[]) and ${withinScope(search)} and ${matches(search)} order by t.id desc`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** The oldest and the newest invoice, which bound the spans. */
export async function findEnds(tx: Queryable, scope: TextScope): Promise<{ readonly oldest: string; readonly newest: string } | undefined> {
  const whose = scope === 'everybody' ? sql`` : sql`where user_id = ${scope.userId} and hidden_at is null`;
  const { rows } = await sql<{ oldest: string | null; newest: string | null }>`
    select (select id from invoices ${whose} order by id limit 1) as oldest,
           (select id from invoices ${whose} order by id desc limit 1) as newest`.execute(tx);
  const { oldest = null, newest = null } = rows[0] ?? {};
  return oldest === null || newest === null ? undefined : { oldest, newest };
}

/** Merges pending keys into the index. With none pending it costs one check. */
export async function placeTextKeys(tx: Queryable): Promise<void> {
  await sql`select gin_clean_pending_list('invoice_texts_keys')`.execute(tx);
}
