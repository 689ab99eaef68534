import type { Clocks } from '../../platform/clock';
import type { Db, Queryable, Tx } from '../../platform/db/db';
import type { HoldId, UserId } from '../../platform/id-types';
import { checkLedger, readLastCheck } from './check/check-ledger';
import { type ExportFilters, exportTransactions, type FindSubjects, type Translate } from './export-transactions';
import { type FeeRange, listFeeDays } from './fee-days.queries';
import { readForecast } from './forecast';
import { findFirstEntryAt, findSpan } from './journal-span.queries';
import { type Balance, lockAccounts, readBalanceAt, readBalances } from './ledger.queries';
import {
  adjust,
  type CaptureOptions,
  type Credit,
  capture,
  charge,
  credit,
  endMany,
  hold,
  type Movement,
  refund,
  release,
  type TakeBack,
  takeBack,
} from './postings';
import { type DayRange, listDays, readPlatformTotals, readTotals, sumDays } from './totals.queries';
import { eachTransaction, listTransactions, type PageRequest, type TransactionFilters } from './transactions';

export type { LedgerCheck } from './check/check-ledger';
export type { FindSubjects, LedgerSubject, ReferringEntry } from './export-transactions';
export type { FeeDay } from './fee-days.queries';
export type { JournalSpan } from './journal-span.queries';
export type { LedgerKind } from './ledger.domain';
export { entryIdOf, placeOf, reasonOf } from './ledger.domain';
export type { Balance } from './ledger.queries';
export type { Credit, Movement, Posted, TakeBack } from './postings';
export type { DaySums, MovedSums } from './totals.queries';
export type { TransactionFilters, TransactionPage, TransactionRecord } from './transactions';

export type LedgerDeps = {
  readonly db: Db;
  /** A full check takes longer than a pooler's session may; `db` without one. */
  readonly checkDb?: Db;
  readonly clocks: Clocks;
  readonly timeZone: string;
};

const NO_BALANCE: Balance = { balance: 0n, held: 0n, available: 0n, owed: 0n };
const NO_TOTALS = { lines: 0, used: 0n, deposited: 0n };

/** The only place where money moves. Functions with a `tx` are part of the caller's transaction. */
export const createLedgerService = (deps: LedgerDeps) => ({
  credit: (tx: Tx, movement: Credit) => credit(tx, deps, movement),
  hold: (tx: Tx, movement: Movement) => hold(tx, deps, movement),
  capture: (tx: Tx, holdId: HoldId, options: CaptureOptions = {}) => capture(tx, deps, holdId, options),
  captureMany: (tx: Tx, holdIds: readonly HoldId[]) => endMany(tx, deps, holdIds, 'posted'),
  release: (tx: Tx, holdId: HoldId) => release(tx, deps, holdId),
  releaseMany: (tx: Tx, holdIds: readonly HoldId[]) => endMany(tx, deps, holdIds, 'voided'),
  charge: (tx: Tx, movement: Movement) => charge(tx, deps, movement),
  refund: (tx: Tx, movement: Movement) => refund(tx, deps, movement),
  takeBack: (tx: Tx, movement: TakeBack) => takeBack(tx, deps, movement),
  adjust: (tx: Tx, movement: Movement) => adjust(tx, deps, movement),
  /** Before posting to several users in one transaction: the locks are always taken in the same order. */
  lockAccounts: (tx: Tx, userIds: readonly UserId[]) => lockAccounts(tx, userIds, deps.clocks.business.now()),

  getBalance: async (userId: UserId, tx: Queryable = deps.db.query): Promise<Balance> =>
    (await readBalances(tx, [userId])).get(userId) ?? NO_BALANCE,
  balancesOf: (userIds: readonly UserId[]) => readBalances(deps.db.query, userIds),
  getBalanceAt: (userId: UserId, at: Date) => readBalanceAt(deps.db.query, userId, at),
  /** The entries between two moments, the first included, and the balance at both. */
  findSpan: (userId: UserId, from: Date, to: Date) => findSpan(deps.db.query, userId, from, to),
  findFirstEntryAt: (userId: UserId) => findFirstEntryAt(deps.db.query, userId),
  totalsOf: async (userId: UserId) => (await readTotals(deps.db.query, [userId])).get(userId) ?? NO_TOTALS,
  totalsOfMany: (userIds: readonly UserId[]) => readTotals(deps.db.query, userIds),

  listTransactions: (filters: TransactionFilters, page: PageRequest) => listTransactions(deps, filters, page),
  eachTransaction: (userId: UserId, filters: Omit<TransactionFilters, 'userIds'>) => eachTransaction(deps, userId, filters),
  exportTransactions: (userId: UserId, filters: ExportFilters, words: { readonly t: Translate; readonly findSubjects: FindSubjects }) =>
    exportTransactions(deps, userId, filters, words),
  forecast: (userId: UserId) => readForecast(deps, userId),
  sumDays: (range: DayRange) => sumDays(deps.db.query, range, deps.timeZone),
  listDays: (range: DayRange) => listDays(deps.db.query, range, deps.timeZone),
  /** Fees over all users by day, from a roll-up: its cost does not grow with their number. */
  listFeeDays: (range: FeeRange) => listFeeDays(deps.db.query, range, deps.timeZone),
  platformTotals: () => readPlatformTotals(deps.db.query),

  /** The journal alone. */
  check: (mode: 'full' | 'incremental') =>
    checkLedger(deps.checkDb ?? deps.db, mode, 'journal', { at: deps.clocks.business.now(), timeZone: deps.timeZone }),
  /** Also all that must agree with it. */
  checkBooks: (mode: 'full' | 'incremental') =>
    checkLedger(deps.checkDb ?? deps.db, mode, 'books', { at: deps.clocks.business.now(), timeZone: deps.timeZone }),
  lastCheck: () => readLastCheck(deps.db.query),
});
export type LedgerService = ReturnType<typeof createLedgerService>;
