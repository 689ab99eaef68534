import { MICRO } from './money';

const WHOLE_FEES = 10; // USDT; the most expensive withdrawals, on Ethereum, cost less on most days
/** Fractions of a USDT that exchanges publish as withdrawal fees. */
const PARTS = [
  100_000n,
  150_000n,
  200_000n,
  250_000n,
  290_000n,
  300_000n,
  400_000n,
  500_000n,
  600_000n,
  700_000n,
  750_000n,
  800_000n,
  900_000n,
];
const MORE = [1_500_000n, 1_600_000n, 2_500_000n, 3_500_000n, 4_500_000n];

/** Withdrawal fees that exchanges deduct, or careful payers add: the remaining amount, including its tail, is that of the invoice. */
export const USUAL_FEES: readonly bigint[] = [
  ...PARTS,
  ...MORE,
  ...Array.from({ length: WHOLE_FEES }, (_, index) => BigInt(index + 1) * MICRO),
];
