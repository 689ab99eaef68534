import type { TransactionReason, TransactionType } from '@stablegate/contract';
import type { Db } from '../../platform/db/db';
import type { EntryId, UserId } from '../../platform/id-types';
import { type PageQuery, type Totals, totalsOf, windowOf } from '../../platform/lists/paging';
import { entryIdOf, LEDGER_KINDS, reasonOf, selectLines, typeOf } from './ledger.domain';
import { findAccountIds, readPlatformTotals, readTotals } from './totals.queries';
import { countLines, type JournalLine, type Line, type LineFilter, listLines, type UsersFilter, walkLines } from './transactions.queries';

export type TransactionDeps = { readonly db: Db; readonly timeZone: string };

export type TransactionFilters = {
  /** Undefined: everyone's, for admins. */
  readonly userIds?: readonly UserId[] | undefined;
  /** Instead, where too many match for a list of ids. */
  readonly users?: UsersFilter | undefined;
  readonly reason?: string | undefined;
  readonly type?: TransactionType | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};
export type PageRequest = PageQuery & {
  /** For callers that need no exact total, whose cost grows with the number of accounts. */
  readonly cappedTotal?: true;
};

export type TransactionRecord = {
  readonly id: EntryId;
  readonly userId: UserId;
  readonly type: TransactionType;
  readonly reason: TransactionReason;
  readonly createdAt: Date;
  readonly beforeMicros: bigint;
  readonly amountMicros: bigint;
  readonly afterMicros: bigint;
  readonly reference: string;
};
export type TransactionPage = Totals & { readonly content: readonly TransactionRecord[] };

const recordOf = (line: JournalLine, accountId: bigint, userId: UserId): TransactionRecord => ({
  id: entryIdOf({ accountId, version: line.version }),
  userId,
  type: typeOf(line.kind, line.amountMicros),
  reason: reasonOf(line.kind),
  createdAt: line.createdAt,
  beforeMicros: line.afterMicros - line.amountMicros,
  amountMicros: line.amountMicros,
  afterMicros: line.afterMicros,
  reference: line.reference,
});
const toRecord = (line: Line): TransactionRecord => recordOf(line, line.accountId, line.userId);

const EMPTY: TransactionPage = { content: [], totalElements: 0 };

type Scope = { readonly filter: LineFilter; readonly exactTotal: number | undefined };

/** Resolves users to accounts; undefined when none of them ever had money. Totals without a filter come from the roll-ups. */
async function resolve(deps: TransactionDeps, filters: TransactionFilters, cappedTotal = false): Promise<Scope | undefined> {
  const { from, to } = filters;
  const lines = selectLines(filters);
  const isFiltered =
    cappedTotal ||
    filters.users !== undefined ||
    from !== undefined ||
    to !== undefined ||
    filters.type !== undefined ||
    lines.length < LEDGER_KINDS.length;
  const base = { lines, from, to, timeZone: deps.timeZone, users: filters.users };
  if (filters.userIds === undefined) {
    return { filter: base, exactTotal: isFiltered ? undefined : (await readPlatformTotals(deps.db.query)).lines };
  }
  const accountIds = await findAccountIds(deps.db.query, filters.userIds);
  if (accountIds.length === 0) return undefined;
  if (isFiltered) return { filter: { ...base, accountIds }, exactTotal: undefined };
  const totals = [...(await readTotals(deps.db.query, filters.userIds)).values()];
  return { filter: { ...base, accountIds }, exactTotal: totals.reduce((sum, { lines: count }) => sum + count, 0) };
}

export async function listTransactions(deps: TransactionDeps, filters: TransactionFilters, page: PageRequest): Promise<TransactionPage> {
  const window = windowOf(page);
  const scope = await resolve(deps, filters, page.cappedTotal);
  if (scope === undefined) return EMPTY;
  const total = scope.exactTotal ?? (await countLines(deps.db.query, scope.filter));
  const content = window.offset < total ? await listLines(deps.db.query, scope.filter, window, total) : [];
  return { content: content.map(toRecord), ...totalsOf({ total, isExact: scope.exactTotal !== undefined }) };
}

const BATCH_MAX = 250;

/** All of one user's matching transactions, newest first, in batches: memory does not grow with their number. */
export async function* eachTransaction(
  deps: TransactionDeps,
  userId: UserId,
  filters: Omit<TransactionFilters, 'userIds'>,
): AsyncGenerator<readonly TransactionRecord[]> {
  const scope = await resolve(deps, { ...filters, userIds: [userId] });
  const [accountId] = scope?.filter.accountIds ?? [];
  if (scope === undefined || accountId === undefined) return;
  const isFiltered = scope.exactTotal === undefined;
  let last: JournalLine | undefined;
  let isMore = true;
  while (isMore) {
    const lines = isFiltered
      ? await listLines(deps.db.query, { ...scope.filter, before: last }, { offset: 0, limit: BATCH_MAX })
      : await walkLines(deps.db.query, accountId, last?.version, BATCH_MAX);
    last = lines.at(-1);
    isMore = lines.length === BATCH_MAX;
    // Emptied: results of an await stay reachable until the next full collection, 60 MB of rows by then.
    const records = lines.splice(0).map((line) => recordOf(line, accountId, userId));
    if (records.length > 0) yield records;
  }
}
