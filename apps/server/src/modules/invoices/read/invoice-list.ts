import { type RawBuilder, sql } from 'kysely';
import { allOf, anywherePattern } from '../../../platform/db/sql-parts';
import type { UserId } from '../../../platform/id-types';
import type { List } from '../../../platform/lists/list';

/** Invoices of one owner that are not hidden, or all. Ids sort by creation: a time is an id prefix. */
export type InvoiceSearch = {
  readonly userId?: UserId | undefined;
  readonly idFrom?: string | undefined;
  readonly idBefore?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** One or two characters; a longer prefix is a condition on the invoice. */
  readonly transStart?: string | undefined;
  /** Conditions on the invoice `i`, and which index serves them. */
  readonly where: readonly RawBuilder<unknown>[];
  readonly index: List['index'];
};

/** Texts are lowercased here: `lower()` of a database with the C locale knows no letter beyond ASCII. */
export const searchable = (text: string): string => text.toLowerCase();

function textConditions({ name, description, transStart }: InvoiceSearch): RawBuilder<unknown>[] {
  return [
    ...(name === undefined ? [] : [sql`t.name like ${anywherePattern(searchable(name))}`]),
    ...(description === undefined ? [] : [sql`t.description like ${anywherePattern(searchable(description))}`]),
    ...(transStart === undefined ? [] : [sql`t.trans_start like ${anywherePattern(transStart)}`]),
  ];
}

/** Owner and period. */
function rangeOf(
  { userId, idFrom, idBefore }: InvoiceSearch,
  row: RawBuilder<unknown>,
  isShown: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  return [
    ...(userId === undefined ? [] : [sql`${row}.user_id = ${userId}`, isShown]),
    ...(idFrom === undefined ? [] : [sql`${row}.id >= ${idFrom}`]),
    ...(idBefore === undefined ? [] : [sql`${row}.id < ${idBefore}`]),
  ];
}

/** For one owner's newest, the planner may scan all owners' rows: it starts no later than there. */
const fromNewestOf = (userId: UserId): RawBuilder<unknown> =>
  sql`i.id <= (select n.id from invoices n where n.user_id = ${userId} and n.hidden_at is null order by n.id desc limit 1)`;

const ORDER = { order: sql`id desc`, newest: sql`id desc` };

/** The searched texts are in a separate table, with the same ids in the same order. */
export function invoiceList(search: InvoiceSearch): List {
  const { userId, idFrom, idBefore, index } = search;
  const range = allOf([...rangeOf(search, sql`i`, sql`i.hidden_at is null`), ...(userId === undefined ? [] : [fromNewestOf(userId)])]);
  const ofInvoices = { ...ORDER, table: sql`invoices`, alias: sql`i`, columns: sql`i.id as id`, range, index };
  const isEverything = userId === undefined && idFrom === undefined && idBefore === undefined;
  const [texts, others] = [textConditions(search), allOf(search.where)];
  if (texts.length === 0 && search.where.length > 0) return { ...ofInvoices, where: others };
  if (texts.length === 0) return { ...ofInvoices, ...(isEverything ? { unfiltered: 'invoices' } : {}) };

  const where = allOf(texts);
  const ofTexts = allOf(rangeOf(search, sql`t`, sql`not t.hidden`));
  const textsAlone = { ...ORDER, table: sql`invoice_texts`, alias: sql`t`, columns: sql`t.id as id`, range: ofTexts, where };
  if (search.where.length === 0) return { ...textsAlone, index: 'bitmap' };

  // `offset 0`: the other table is looked up row by row. For a join, the planner would read all of it.
  const left = sql`select i.id from invoices i where ${range} and ${others}`;
  return {
    ...ofInvoices,
    joins: sql`cross join lateral (select t.* from invoice_texts t where t.id = i.id offset 0) t`,
    where: sql`${where} and ${others}`,
    matches: sql`select i.id from (${left} offset 0) i where exists (select from invoice_texts t where t.id = i.id and ${where} offset 0)`,
    texts: {
      where,
      left,
      matches: sql`
        select t.id from (select t.id from invoice_texts t where ${ofTexts} and ${where} offset 0) t
         where exists (select from invoices i where i.id = t.id and ${others} offset 0)`,
    },
  };
}
