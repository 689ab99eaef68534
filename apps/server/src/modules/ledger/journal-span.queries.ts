import { sql } from 'kysely';
import { assertDefined } from '../../platform/assert';
import type { Queryable } from '../../platform/db/db';
import type { UserId } from '../../platform/id-types';

/** The entries of an account with `after < version <= upTo`, and its balance before and after them. */
export type JournalSpan = {
  readonly accountId: bigint;
  readonly after: bigint;
  readonly upTo: bigint;
  readonly openingMicros: bigint;
  readonly closingMicros: bigint;
};
type Place = { readonly version: bigint; readonly balanceMicros: bigint };

/**
 * The last entry before a moment. In an account's journal later is also newer and no version is missing, so halving finds it with 20 reads
 * among a million; no index has all kinds in the order of time.
 */
async function placeAt(tx: Queryable, accountId: bigint, at: Date): Promise<Place> {
  const { rows } = await sql<Place>`
    with recursive half (low, high) as (
      select 0::bigint, a.version from ledger_accounts a where a.id = ${accountId}
       union all
      select case when e.created_at < ${at} then m.middle else h.low end, case when e.created_at < ${at} then h.high else m.middle - 1 end
        from half h
       cross join lateral (select (h.low + h.high + 1) / 2 as middle) m
        join ledger_entries e on e.account_id = ${accountId} and e.version = m.middle
       where h.low < h.high
    )
    select h.low as version, coalesce((select balance_after from ledger_entries where account_id = ${accountId} and version = h.low), 0) as "balanceMicros"
      from half h where h.low = h.high`.execute(tx);
  return assertDefined(rows[0], 'a place in the journal');
}

/** Undefined for a user who never had money. */
export async function findSpan(tx: Queryable, userId: UserId, from: Date, to: Date): Promise<JournalSpan | undefined> {
  const { rows } = await sql<{ id: bigint }>`select id from ledger_accounts where user_id = ${userId}`.execute(tx);
  const accountId = rows[0]?.id;
  if (accountId === undefined) return undefined;
  const before = await placeAt(tx, accountId, from);
  const last = await placeAt(tx, accountId, to);
  return {
    accountId,
    after: before.version,
    upTo: last.version,
    openingMicros: before.balanceMicros,
    closingMicros: last.balanceMicros,
  };
}

/** When the account's first entry was written. */
export async function findFirstEntryAt(tx: Queryable, userId: UserId): Promise<Date | undefined> {
  const { rows } = await sql<{ createdAt: Date }>`
    select e.created_at as "createdAt" from ledger_accounts a join ledger_entries e on e.account_id = a.id and e.version = 1
     where a.user_id = ${userId}`.execute(tx);
  return rows[0]?.createdAt;
}
