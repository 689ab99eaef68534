import { MICRO, shortMicros } from './money';
import { requireRange } from './range';

/** 0.5% of an invoice's amount, in hundredths of a percent. */
const FEE_BPS = 50n;
const BPS = 10_000n;

/** For screens and texts. */
export const FEE_PERCENT = `${shortMicros((FEE_BPS * MICRO) / 100n)}%`;

/** Rounded half up to a micro-unit. */
export function feeOf(amountMicros: bigint): bigint {
  requireRange(amountMicros > 0n, `an invoice of ${amountMicros} micro-units`);
  return (amountMicros * FEE_BPS + BPS / 2n) / BPS;
}

/** The fee's share of an amount, rounded down. */
export const feeShareOf = (amountMicros: bigint): bigint => (amountMicros * FEE_BPS) / BPS;

/** The smallest amount whose fee is at least this. Amounts below it have a smaller one. */
export const leastAmountWithFee = (feeMicros: bigint): bigint => (feeMicros * BPS - BPS / 2n + FEE_BPS - 1n) / FEE_BPS;

/** The approximate invoice amount of a payment that includes the fee. */
export const amountWithin = (paidMicros: bigint): bigint => (paidMicros * BPS) / (BPS + FEE_BPS);
