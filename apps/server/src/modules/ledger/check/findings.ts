import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/db';

/** Something that disagrees, in one line: `text` names the rows. `subject` is the user, invoice, deposit or day. */
export type Finding = { readonly code: string; readonly subject: string; readonly text: string };

/** Of each rule; one faulty roll-out must not fill the memory. */
const FINDINGS_MAX = 200;

/** `rows` selects subject and text of what breaks the rule. */
export async function findBroken(tx: Tx, code: string, rows: RawBuilder<unknown>): Promise<Finding[]> {
  const { rows: found } = await sql<
    Omit<Finding, 'code'>
  >`select f.subject, f.text from (${rows}) f order by 1, 2 limit ${FINDINGS_MAX}`.execute(tx);
  return found.map((each) => ({ code, ...each }));
}

type Value = string | RawBuilder<unknown>;
const inSql = (value: Value): RawBuilder<unknown> => (typeof value === 'string' ? sql`${sql.ref(value)}` : value);

/** Micro-units as dollars, in a statement; a text is the name of a column. */
export const usd = (micros: Value): RawBuilder<unknown> => sql`round(coalesce(${inSql(micros)}, 0)::numeric / 1000000, 6)`;
/** What an entry moves between the user and the platform. */
export const MOVED = sql`e.balance_delta + e.receivable_delta`;
/** Of an entry e, as the rest of the program names it. */
export const ENTRY_NAME = sql`('led_' || e.account_id || '_' || e.version)`;
/**
 * A hash of everything that an entry e says. The check keeps the XOR of those that it has verified (ADR 51), which needs no order: where a
 * row was changed, removed or added since, it is another one.
 */
export const ENTRY_HASH = sql`hash_record_extended(row(e.account_id, e.version, e.phase, e.kind, e.balance_delta, e.receivable_delta,
  e.platform_account, e.held_delta, e.balance_after, e.held_after, e.owed_after, e.ends_hold, e.reference, e.idempotency_key, e.created_at), 0)`;
