import { type RawBuilder, sql } from 'kysely';
import { must } from '../../platform/assert';
import type { Queryable } from '../../platform/db';
import type { LedgerKind, LineSelector } from './ledger.domain';

export const TOTAL_MAX = 10_000;

/** Which transactions: of some wallets or of all, of some kinds, in whole days of the time zone. */
export type LineFilter = {
  readonly walletIds?: readonly bigint[] | undefined;
  /** Instead of wallets: a subquery that yields user ids. */
  readonly usersIn?: RawBuilder<unknown> | undefined;
  readonly lines: readonly LineSelector[];
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timeZone: string;
  /** For reading on in exports of one wallet: only what is older than this place. */
  readonly before?: { readonly createdAt: Date; readonly version: bigint } | undefined;
};
export type Line = {
  readonly walletId: bigint;
  readonly version: bigint;
  readonly userId: string;
  readonly kind: LedgerKind;
  readonly amountMicros: bigint;
  readonly afterMicros: bigint;
  readonly reference: string;
  readonly createdAt: Date;
};

const NOTHING = sql``;
const DIRECTIONS = {
  any: sql`wallet_delta <> 0`,
  in: sql`wallet_delta <> 0 and wallet_delta > 0`,
  out: sql`wallet_delta <> 0 and wallet_delta < 0`,
};

/** Several wallets: the newest of each, by its own place in the index; `wallet_id = any(…)` would sort all that each of them ever had. */
function ofWallets({ walletIds, usersIn }: LineFilter, newest: (whose: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> {
  if (usersIn !== undefined) return newest(sql`and wallet_id in (select w.id from ledger_wallets w where w.user_id in (${usersIn}))`);
  if (walletIds === undefined) return newest(NOTHING);
  const [first] = walletIds;
  if (walletIds.length === 1 && first !== undefined) return newest(sql`and wallet_id = ${first}`);
  return sql`(select k.* from unnest(${walletIds}::bigint[]) as w (id) cross join lateral ${newest(sql`and wallet_id = w.id`)} k)`;
}

/**
 * One branch per kind, each in index order and no longer than needed; PostgreSQL merges them. A single `kind = any(…)`
 * would have to read and sort everything that matches.
 */
function branches(filter: LineFilter, limit: number): RawBuilder<unknown> {
  const { from, to, timeZone, before } = filter;
  const after = from === undefined ? NOTHING : sql`and created_at >= (${from}::date)::timestamp at time zone ${timeZone}`;
  const until = to === undefined ? NOTHING : sql`and created_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`;
  const older = before === undefined ? NOTHING : sql`and created_at <= ${before.createdAt} and version < ${before.version}`;
  const parts = filter.lines.map(({ kind, direction }) => {
    const newest = (whose: RawBuilder<unknown>) => sql`(
      select wallet_id, version, created_at from ledger_transfers
       where kind = ${kind} and ${DIRECTIONS[direction]} ${whose} ${after} ${until} ${older}
       order by created_at desc, wallet_id desc, version desc limit ${limit})`;
    return ofWallets(filter, newest);
  });
  return sql.join(parts, sql` union all `);
}

export async function listLines(tx: Queryable, filter: LineFilter, page: { offset: number; limit: number }): Promise<Line[]> {
  if (filter.lines.length === 0) return [];
  const { rows } = await sql<Line>`
    select t.wallet_id as "walletId", t.version, w.user_id as "userId", t.kind, t.wallet_delta as "amountMicros",
           t.balance_after as "afterMicros", t.reference, t.created_at as "createdAt"
      from (select * from (${branches(filter, page.offset + page.limit)}) u
             order by created_at desc, wallet_id desc, version desc limit ${page.limit} offset ${page.offset}) k
      join ledger_transfers t on t.wallet_id = k.wallet_id and t.version = k.version
      join ledger_wallets w on w.id = t.wallet_id
     order by t.created_at desc, t.wallet_id desc, t.version desc`.execute(tx);
  return rows;
}

export type JournalLine = Omit<Line, 'walletId' | 'userId'>;

/** One wallet's journal backwards along its primary key, in which later is also newer: for reading all of it, nothing is sorted or joined. */
export async function walkLines(tx: Queryable, walletId: bigint, before: bigint | undefined, limit: number): Promise<JournalLine[]> {
  const older = before === undefined ? NOTHING : sql`and version < ${before}`;
  const { rows } = await sql<JournalLine>`
    select version, kind, wallet_delta as "amountMicros", balance_after as "afterMicros", reference, created_at as "createdAt"
      from ledger_transfers
     where wallet_id = ${walletId} and wallet_delta <> 0 ${older}
     order by version desc limit ${limit}`.execute(tx);
  return rows;
}

/** Counts to one more than the cap and no further, however much matches. */
export async function countLines(tx: Queryable, filter: LineFilter): Promise<number> {
  if (filter.lines.length === 0) return 0;
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select 1 from (${branches(filter, TOTAL_MAX + 1)}) u limit ${TOTAL_MAX + 1}) c`.execute(tx);
  return must(rows[0], 'a count').total;
}
