import { DUST_MICROS } from '@stablegate/rules';
import type { InvoiceId } from '../../../platform/id-types';

/** An invoice watched at the transfer's address that existed, or may have existed, when the transfer was made. */
export type WatchedInvoice = {
  readonly id: InvoiceId;
  readonly payableMicros: bigint;
  readonly paidMicros: bigint;
  /** All users share the platform's addresses: a guess could credit one with another's money. */
  readonly isPlatform: boolean;
  /** Older than the block, by the chain's clock and ours: block times are whole seconds. */
  readonly isOlderThanBlock: boolean;
};

const PERCENT_MISSING_MAX = 10n;
const MICROS_MISSING_MAX = 5_000_000n;

/** How much may be missing: 10% of the payable amount, or 5 USDT, whichever is more. */
export function missingMax(payableMicros: bigint): bigint {
  const share = (payableMicros * PERCENT_MISSING_MAX) / 100n;
  return share > MICROS_MISSING_MAX ? share : MICROS_MISSING_MAX;
}

/**
 * Rule 3: nearly enough, and unambiguous. The caller passes every invoice watched at the address, open or ended, of any store; a second one
 * forbids the guess, whatever its amount: a payer of an unrequested amount may have meant either. An amount that reaches or exceeds the
 * remainder is no part: only the reserved remainder completes an invoice. Dust is none either.
 */
export function invoiceNearlyPaid(amountMicros: bigint, watched: readonly WatchedInvoice[]): WatchedInvoice | undefined {
  const [only, ...others] = watched;
  if (only === undefined || others.length > 0 || only.isPlatform || !only.isOlderThanBlock) return undefined;
  const missing = only.payableMicros - only.paidMicros - amountMicros;
  return amountMicros >= DUST_MICROS && missing > 0n && missing <= missingMax(only.payableMicros) ? only : undefined;
}
