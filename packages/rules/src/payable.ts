import { feeOf, feeShareOf } from './fee';
import { MICRO, MICRO_PLACES, parseMicros } from './money';
import { requireRange } from './range';

/** Decimals of an invoice's amount, and of what customers are asked to send. */
export const AMOUNT_PLACES = 4;
export const AMOUNT_MAX_MICROS = 1_000_000n * MICRO;
/** The page shows four decimals, so customers pay on this grid. */
export const GRID_MICROS = 10n ** BigInt(MICRO_PLACES - AMOUNT_PLACES);
const CENT_MICROS = MICRO / 100n;
/** Less is dust: sent to busy addresses to appear in their history. It is never a part of an invoice, and never asked for as a remainder. */
export const DUST_MICROS = CENT_MICROS;
const NARROW_TAILS = 99; // 0.0001 to 0.0099
/** Candidates per attempt: with half of all tails taken, one of 30,000 creations has to try again. */
const TAILS_TRIED = 15;
const WIDE_TAILS_MIN = 999; // up to 0.0999
const TAILS_MAX = 10_000; // up to 1.00

/** Format of an invoice's amount. ASCII digits only: "1e3", "١", " 5", "+5", "NaN", ".5" and "007" are not plain decimals. */
export const INVOICE_AMOUNT_PATTERN = /^(0|[1-9][0-9]{0,5}|1000000)(\.[0-9]{1,4})?$/;

/** Above 0, at most 1,000,000, at most four decimals; undefined for anything else. */
export function parseInvoiceAmount(text: string): bigint | undefined {
  const micros = INVOICE_AMOUNT_PATTERN.test(text) ? parseMicros(text) : undefined;
  return micros === undefined || micros <= 0n || micros > AMOUNT_MAX_MICROS ? undefined : micros;
}

export const roundUpToGrid = (micros: bigint): bigint => ((micros + GRID_MICROS - 1n) / GRID_MICROS) * GRID_MICROS;

/** The payable amount without a tail: amount and fee, rounded up to four decimals. */
export const basePayable = (amountMicros: bigint, feeMicros = feeOf(amountMicros)): bigint => roundUpToGrid(amountMicros + feeMicros);

/** What is still to be sent where `missingMicros` are missing: on the grid, and no dust. */
export function remainderOf(missingMicros: bigint): bigint {
  const micros = roundUpToGrid(missingMicros);
  return micros > 0n && micros < DUST_MICROS ? DUST_MICROS : micros;
}

/** Returns a whole number from 0 to below `limit`, uniformly distributed. */
export type RandomBelow = (limit: number) => number;

/** `count` of the tails from `from` to `to`, without duplicates, in random order. None makes whole cents, which others send by mistake. */
function pickTails(base: bigint, { from, to, count }: { from: number; to: number; count: number }, randomBelow: RandomBelow): bigint[] {
  const tails = withoutCents(Array.from({ length: to - from + 1 }, (_, index) => base + BigInt(from + index) * GRID_MICROS));
  const wanted = Math.min(count, tails.length);
  for (let place = 0; place < wanted; place += 1) {
    const other = place + randomBelow(tails.length - place);
    const [a, b] = [tails[place], tails[other]];
    requireRange(a !== undefined && b !== undefined, 'a place beyond the list');
    [tails[place], tails[other]] = [b, a];
  }
  return tails.slice(0, wanted);
}

/** Up to 0.0999 or the fee's share of the amount, whichever is more, at most 1.00; in steps of the grid. */
export function widestTail(amountMicros: bigint): number {
  const share = feeShareOf(amountMicros) / GRID_MICROS;
  return Math.min(TAILS_MAX, Math.max(WIDE_TAILS_MIN, Number.parseInt(share.toString(), 10)));
}

/** The first invoice gets no tail; on a collision a small one is picked at random. */
export const firstCandidates = (base: bigint, randomBelow: RandomBelow): bigint[] => [
  base,
  ...pickTails(base, { from: 1, to: NARROW_TAILS, count: TAILS_TRIED }, randomBelow),
];

/** Every small tail. */
export const narrowCandidates = (base: bigint, randomBelow: RandomBelow): bigint[] => [
  base,
  ...pickTails(base, { from: 1, to: NARROW_TAILS, count: NARROW_TAILS }, randomBelow),
];

/** When the first ones are taken: every small tail, then all others. */
export function allCandidates(base: bigint, amountMicros: bigint, randomBelow: RandomBelow): bigint[] {
  const widest = widestTail(amountMicros);
  return [
    ...narrowCandidates(base, randomBelow),
    ...pickTails(base, { from: NARROW_TAILS + 1, to: widest, count: widest - NARROW_TAILS }, randomBelow),
  ];
}

/**
 * Prices have two decimals at most, and so has what customers send by mistake: the price without the fee, or less the fee of an exchange.
 * Where a stranger may have chosen the amount, or another gateway asks at the address, the payable one has more decimals.
 */
export const withoutCents = (payables: readonly bigint[]): bigint[] => payables.filter((payable) => !isInCents(payable));
export const isInCents = (micros: bigint): boolean => micros % CENT_MICROS === 0n;

const WARN_PERCENT = 70;
/** Whether so many of an amount's tails are in use that the next ones may be refused. */
export function isNearlyUsedUp(amountMicros: bigint, freeTails: number): boolean {
  const total = widestTail(amountMicros) + 1;
  return (total - freeTails) * 100 >= total * WARN_PERCENT;
}
