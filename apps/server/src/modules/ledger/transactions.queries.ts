import { type RawBuilder, sql } from 'kysely';
import { assertDefined } from '../../platform/assert';
import type { Queryable } from '../../platform/db/db';
import type { UserId } from '../../platform/id-types';
import { COUNT_MAX, TOTAL_MAX } from '../../platform/lists/paging';
import type { LedgerKind, LineSelector } from './ledger.domain';

/** Too many users for a list of ids: a subquery of their ids, and a condition that tests one id. */
export type UsersFilter = { readonly ids: RawBuilder<unknown>; isOne(userId: RawBuilder<unknown>): RawBuilder<unknown> };

/** Filter: some accounts or all, some kinds, whole days of the time zone. */
export type LineFilter = {
  readonly accountIds?: readonly bigint[] | undefined;
  /** Instead of accounts. */
  readonly users?: UsersFilter | undefined;
  readonly lines: readonly LineSelector[];
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timeZone: string;
  /** For continuing an export of one account: only older entries. */
  readonly before?: { readonly createdAt: Date; readonly version: bigint } | undefined;
};
export type Line = {
  readonly accountId: bigint;
  readonly version: bigint;
  readonly userId: UserId;
  readonly kind: LedgerKind;
  readonly amountMicros: bigint;
  readonly afterMicros: bigint;
  readonly reference: string;
  readonly createdAt: Date;
};

const NOTHING = sql``;
const DIRECTIONS = {
  any: sql`balance_delta <> 0`,
  in: sql`balance_delta <> 0 and balance_delta > 0`,
  out: sql`balance_delta <> 0 and balance_delta < 0`,
};

/** Up to this depth each line's owner is checked; for a later page all accounts of those users are collected first. */
const CHECKED_ROWS_MAX = 500;
/** `is true` keeps it a lookup: as a join the planner would sort all their entries. */
const IS_GATHERED = sql`and (account_id in (select id from gathered)) is true`;
const gathered = (users: UsersFilter): RawBuilder<unknown> =>
  sql`with gathered as materialized (select a.id from ledger_accounts a where a.user_id in (${users.ids}))`;

/** Several accounts: the newest of each by its index; `account_id = any(…)` would sort all their entries. */
function ofAccounts({ accountIds, users }: LineFilter, newest: (whose: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> {
  if (users !== undefined) {
    const owner = sql`select from ledger_accounts a where a.id = ledger_entries.account_id and ${users.isOne(sql`a.user_id`)} offset 0`;
    return newest(sql`and exists (${owner})`);
  }
  if (accountIds === undefined) return newest(NOTHING);
  const [first] = accountIds;
  if (accountIds.length === 1 && first !== undefined) return newest(sql`and account_id = ${first}`);
  return sql`(select k.* from unnest(${accountIds}::bigint[]) as a (id) cross join lateral ${newest(sql`and account_id = a.id`)} k)`;
}

/**
 * One branch per kind, each in index order and no longer than needed; PostgreSQL merges them. A single `kind = any(…)` would have to read
 * and sort all matches.
 */
function branches(filter: LineFilter, limit: number, whoseAccount = ofAccounts): RawBuilder<unknown> {
  const { from, to, timeZone, before } = filter;
  const after = from === undefined ? NOTHING : sql`and created_at >= (${from}::date)::timestamp at time zone ${timeZone}`;
  const until = to === undefined ? NOTHING : sql`and created_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`;
  const older = before === undefined ? NOTHING : sql`and created_at <= ${before.createdAt} and version < ${before.version}`;
  const parts = filter.lines.map(({ kind, direction }) => {
    const newest = (whose: RawBuilder<unknown>) => sql`(
      select account_id, version, created_at from ledger_entries
       where kind = ${kind} and ${DIRECTIONS[direction]} ${whose} ${after} ${until} ${older}
       order by created_at desc, account_id desc, version desc limit ${limit})`;
    return whoseAccount(filter, newest);
  });
  return sql.join(parts, sql` union all `);
}

/**
 * Of many users, account by account, unordered, up to the counting limit. With joins the planner would read all users and all accounts
 * first.
 */
const accountByAccount = (users: UsersFilter, filter: LineFilter): RawBuilder<unknown> => sql`
  select l.* from (${users.ids}) u
   cross join lateral (select a.id from ledger_accounts a where a.user_id = u.id offset 0) o
   cross join lateral (${branches(filter, COUNT_MAX, (_, newest) => newest(sql`and account_id = o.id`))}) l
   limit ${COUNT_MAX}`;

/**
 * `total` as counted: few matches are collected and sorted, more are read in order. The rows of a page are looked up one by one: with a
 * join the planner may read an account's whole journal.
 */
export async function listLines(
  tx: Queryable,
  filter: LineFilter,
  page: { offset: number; limit: number },
  total = COUNT_MAX,
): Promise<Line[]> {
  if (filter.lines.length === 0) return [];
  const { users } = filter;
  const depth = page.offset + page.limit;
  const isGathered = users !== undefined && total > TOTAL_MAX && depth > CHECKED_ROWS_MAX;
  const lines =
    users !== undefined && total <= TOTAL_MAX
      ? accountByAccount(users, filter)
      : branches(filter, depth, isGathered ? (_, newest) => newest(IS_GATHERED) : ofAccounts);
  const { rows } = await sql<Line>`
    ${isGathered ? gathered(users) : NOTHING}
    select e.account_id as "accountId", e.version, a.user_id as "userId", e.kind, e.balance_delta as "amountMicros",
           e.balance_after as "afterMicros", e.reference, e.created_at as "createdAt"
      from (select * from (${lines}) u
             order by created_at desc, account_id desc, version desc limit ${page.limit} offset ${page.offset}) k
     cross join lateral (select * from ledger_entries j where j.account_id = k.account_id and j.version = k.version offset 0) e
      join ledger_accounts a on a.id = e.account_id
     order by e.created_at desc, e.account_id desc, e.version desc`.execute(tx);
  return rows;
}

export type JournalLine = Omit<Line, 'accountId' | 'userId'>;

/** One account's journal backwards along its primary key, where later is also newer: nothing is sorted or joined. */
export async function walkLines(tx: Queryable, accountId: bigint, before: bigint | undefined, limit: number): Promise<JournalLine[]> {
  const older = before === undefined ? NOTHING : sql`and version < ${before}`;
  const { rows } = await sql<JournalLine>`
    select version, kind, balance_delta as "amountMicros", balance_after as "afterMicros", reference, created_at as "createdAt"
      from ledger_entries
     where account_id = ${accountId} and balance_delta <> 0 ${older}
     order by version desc limit ${limit}`.execute(tx);
  return rows;
}

/** Counts up to the cap + 1, however many match. */
export async function countLines(tx: Queryable, filter: LineFilter): Promise<number> {
  if (filter.lines.length === 0) return 0;
  const lines = filter.users === undefined ? branches(filter, COUNT_MAX) : accountByAccount(filter.users, filter);
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select 1 from (${lines}) u limit ${COUNT_MAX}) c`.execute(tx);
  return assertDefined(rows[0], 'a count').total;
}
