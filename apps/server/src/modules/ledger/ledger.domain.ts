import { TRANSACTION_REASONS, type TransactionReason, type TransactionType } from '@stablegate/contract';
import { formatMicros } from '@stablegate/rules';
import { assert } from '../../platform/assert';
import { type EntryId, ID_PREFIXES } from '../../platform/id-types';

/** The database's short code of a reason: it is in every index entry. */
export type LedgerKind = 'usdt' | 'bank' | 'fee' | 'refund' | 'adjust';
/** `receivable` is the fifth: it has a separate column, since only it is kept per user. */
export type PlatformAccount = 'fees' | 'usdt_clearing' | 'bank_clearing' | 'adjustments';

const REASON_OF: Readonly<Record<LedgerKind, TransactionReason>> = {
  usdt: 'USDT top-up',
  bank: 'Bank top-up',
  fee: 'Invoice fee',
  refund: 'Fee refund',
  adjust: 'Adjustment',
};
export const LEDGER_KINDS = Object.keys(REASON_OF) as LedgerKind[];
export const reasonOf = (kind: LedgerKind): TransactionReason => REASON_OF[kind];

export function typeOf(kind: LedgerKind, amountMicros: bigint): TransactionType {
  if (amountMicros < 0n) return 'deduct';
  return kind === 'usdt' || kind === 'bank' ? 'top-up' : 'add';
}

/** Selected transactions: a kind, and for the one kind with both directions, which one. */
export type LineSelector = { readonly kind: LedgerKind; readonly direction: 'any' | 'in' | 'out' };

const SELECTORS_BY_TYPE: Readonly<Record<TransactionType, readonly LineSelector[]>> = {
  'top-up': [
    { kind: 'usdt', direction: 'any' },
    { kind: 'bank', direction: 'any' },
  ],
  add: [
    { kind: 'usdt', direction: 'any' },
    { kind: 'bank', direction: 'any' },
    { kind: 'refund', direction: 'any' },
    { kind: 'adjust', direction: 'in' },
  ],
  deduct: [
    { kind: 'fee', direction: 'any' },
    { kind: 'adjust', direction: 'out' },
  ],
};
const SUBSTRING_MIN = 3;

/** Reasons are five fixed texts, so a text filter over millions of rows is a choice among five, without a search in the database. */
export function selectLines(filters: { reason?: string | undefined; type?: TransactionType | undefined }): readonly LineSelector[] {
  const all = LEDGER_KINDS.map((kind): LineSelector => ({ kind, direction: 'any' }));
  const byType = filters.type === undefined ? all : SELECTORS_BY_TYPE[filters.type];
  const wanted = (filters.reason ?? '').toLowerCase();
  const matches = (reason: string) =>
    wanted.length < SUBSTRING_MIN ? reason.toLowerCase().startsWith(wanted) : reason.toLowerCase().includes(wanted);
  const reasons = new Set(TRANSACTION_REASONS.filter(matches));
  return byType.filter(({ kind }) => reasons.has(reasonOf(kind)));
}

/** A row of the journal by its position. */
export type EntryPlace = { readonly accountId: bigint; readonly version: bigint };
const ID_PATTERN = new RegExp(`^${ID_PREFIXES.entry}_(\\d{1,18})_(\\d{1,18})$`);

export const entryIdOf = ({ accountId, version }: EntryPlace): EntryId => `${ID_PREFIXES.entry}_${accountId}_${version}` as EntryId;

export function placeOf(id: EntryId): EntryPlace {
  const match = ID_PATTERN.exec(id);
  assert(match !== null, `"${id}" is no entry id`);
  const [, accountId = '', version = ''] = match;
  return { accountId: BigInt(accountId), version: BigInt(version) };
}

/** For messages: at least two decimals, no trailing zeros beyond. */
export function shownMicros(micros: bigint): string {
  return formatMicros(micros).replace(/0{1,4}$/, '');
}

export const insufficientMessage = (neededMicros: bigint, availableMicros: bigint): string =>
  `Your balance is too low: ${shownMicros(neededMicros)} USD is needed, ${shownMicros(availableMicros)} USD is available.`;
