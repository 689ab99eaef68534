import { MICRO, shortMicros } from './money';
import { requireRange } from './range';

/** 0.5% of an invoice's amount, in hundredths of a percent. */
const FEE_BPS = 50n;
const BPS = 10_000n;

/** As it stands on screens and in texts. */
export const FEE_PERCENT = `${shortMicros((FEE_BPS * MICRO) / 100n)}%`;

/** Half up to a micro-unit. */
export function feeOf(amountMicros: bigint): bigint {
  requireRange(amountMicros > 0n, `an invoice of ${amountMicros} micro-units`);
  return (amountMicros * FEE_BPS + BPS / 2n) / BPS;
}

/** The share that the fee stands for, rounded down. */
export const feeShareOf = (amountMicros: bigint): bigint => (amountMicros * FEE_BPS) / BPS;

/** The smallest amount whose fee is at least this. Amounts below it have a smaller one. */
export const leastAmountWithFee = (feeMicros: bigint): bigint => (feeMicros * BPS - BPS / 2n + FEE_BPS - 1n) / FEE_BPS;

/** Near which invoice amount a payment that includes the fee lies. */
export const amountWithin = (paidMicros: bigint): bigint => (paidMicros * BPS) / (BPS + FEE_BPS);
