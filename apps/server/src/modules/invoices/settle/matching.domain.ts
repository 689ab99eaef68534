/** An invoice that is watched at the address of a transfer, and was there when the transfer was made or may have been. */
export type WatchedInvoice = {
  readonly id: string;
  readonly payableMicros: bigint;
  readonly paidMicros: bigint;
  /** All users share the platform's addresses: a guess would credit one with another's money. */
  readonly isPlatform: boolean;
  /** Older than the block, by the chain's clock and ours: blocks tell whole seconds. */
  readonly isOlderThanBlock: boolean;
};

const PERCENT_MISSING_MAX = 10n;
const MICROS_MISSING_MAX = 5_000_000n;

/** How much may be missing: 10% of what was asked for, or 5 USDT, whichever is more. */
export function missingMax(payableMicros: bigint): bigint {
  const share = (payableMicros * PERCENT_MISSING_MAX) / 100n;
  return share > MICROS_MISSING_MAX ? share : MICROS_MISSING_MAX;
}

/**
 * Rule 3: nearly enough, and nothing else can be meant. The caller gives every invoice that is watched at the address, open or ended, of
 * any store; a second one forbids the guess, whatever its amount: who pays what was not asked for may have meant either. What reaches
 * the rest or exceeds it is no part: only the reserved rest completes an invoice.
 */
export function invoiceNearlyPaid(amountMicros: bigint, watched: readonly WatchedInvoice[]): WatchedInvoice | undefined {
  const [only, ...others] = watched;
  if (only === undefined || others.length > 0 || only.isPlatform || !only.isOlderThanBlock) return undefined;
  const missing = only.payableMicros - only.paidMicros - amountMicros;
  return amountMicros > 0n && missing > 0n && missing <= missingMax(only.payableMicros) ? only : undefined;
}
