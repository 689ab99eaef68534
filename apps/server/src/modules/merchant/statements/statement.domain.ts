import { assert } from '../../../platform/assert';

/** A sum over entries of the ledger: one kind, of this statement's merchant or of the rest of the account. */
export type KindSum = { readonly kind: string; readonly isOwn: boolean; readonly micros: bigint; readonly lines: number };
type Balances = { readonly openingMicros: bigint; readonly closingMicros: bigint };
export type StatementSums = Balances & {
  readonly topUpsMicros: bigint;
  readonly feesMicros: bigint;
  readonly refundsMicros: bigint;
  readonly adjustmentsMicros: bigint;
  readonly otherFeesMicros: bigint;
  readonly lines: number;
};
/** What went back to customers never passed through us: it stands beside the sums of the ledger. */
export type MonthSums = StatementSums & { readonly refundedMicros: bigint };

/** `isOwn` tells fees and refunds of the merchant apart; top-ups and adjustments belong to the account, whose balance the statement shows. */
export function sumsOf({ openingMicros, closingMicros }: Balances, parts: readonly KindSum[]): StatementSums {
  const total = (isWanted: (part: KindSum) => boolean) => parts.filter(isWanted).reduce((sum, { micros }) => sum + micros, 0n);
  const isFee = ({ kind }: KindSum) => kind === 'fee' || kind === 'refund';
  const sums = {
    openingMicros,
    topUpsMicros: total(({ kind }) => kind === 'usdt' || kind === 'bank'),
    feesMicros: total(({ kind, isOwn }) => kind === 'fee' && isOwn),
    refundsMicros: total(({ kind, isOwn }) => kind === 'refund' && isOwn),
    adjustmentsMicros: total(({ kind }) => kind === 'adjust'),
    otherFeesMicros: total((part) => isFee(part) && !part.isOwn),
    closingMicros,
    lines: parts.reduce((count, { lines }) => count + lines, 0),
  };
  const moved = total(() => true);
  assert(openingMicros + moved === closingMicros, `a statement is off by ${openingMicros + moved - closingMicros} micro-units`);
  return sums;
}

/** YYYY-MM, so many months later. */
export function shiftMonth(month: string, months: number): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + months);
  return at.toISOString().slice(0, 7);
}

/** From the newest month to the oldest, both included. */
export function monthsDown(newest: string, oldest: string): string[] {
  const months: string[] = [];
  for (let month = newest; month >= oldest; month = shiftMonth(month, -1)) months.push(month);
  return months;
}

export const lastDayOf = (month: string): string => {
  const at = new Date(`${shiftMonth(month, 1)}-01T00:00:00Z`);
  at.setUTCDate(0);
  return at.toISOString().slice(0, 10);
};
