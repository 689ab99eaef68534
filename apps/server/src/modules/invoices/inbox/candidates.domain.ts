import type { InvoiceStatus } from '@stablegate/contract';
import { MICRO } from '@stablegate/rules';

/** The facts that determine how likely a transfer was meant for an invoice. */
export type CandidateFacts = { readonly status: InvoiceStatus; readonly dueMicros: bigint; readonly createdAt: Date };

const PPM = 1_000_000n;
/** Less than half or more than twice the amount probably means something else. */
const DISTANCE_PPM_MAX = 500_000n;
/** An ended invoice ranks like an open one two percent further away. */
const ENDED_PPM = 20_000n;

const WHOLE_FEES = 10n; // USDT; the most expensive withdrawals, on Ethereum, cost less on most days
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
  ...Array.from({ length: Number.parseInt(WHOLE_FEES.toString(), 10) }, (_, index) => BigInt(index + 1) * MICRO),
];
const FEES = new Set(USUAL_FEES);
/** A difference equal to a usual fee ranks like an amount ten times as near. */
const FEE_WEIGHT = 10n;

const differenceOf = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);

/** Distance between received and missing amount, in millionths of the larger one. */
function distancePpm(amountMicros: bigint, dueMicros: bigint): bigint {
  const large = amountMicros > dueMicros ? amountMicros : dueMicros;
  return large === 0n ? PPM : (differenceOf(amountMicros, dueMicros) * PPM) / large;
}

const isOpen = (status: InvoiceStatus): boolean => status === 'WAITING' || status === 'PROCESSING';

function scoreOf(amountMicros: bigint, { status, dueMicros }: CandidateFacts, distance: bigint): bigint {
  const weighed = FEES.has(differenceOf(amountMicros, dueMicros)) ? distance / FEE_WEIGHT : distance;
  return weighed + (isOpen(status) ? 0n : ENDED_PPM);
}

/**
 * Likeliest first: by amount, above and below alike, open before ended, then newest. Distant amounts are left out, unless nothing is near:
 * then the nearest open ones are suggested, since someone may pay in several small parts.
 */
export function rankCandidates<T extends CandidateFacts>(amountMicros: bigint, candidates: readonly T[], max: number): T[] {
  const all = candidates.map((candidate) => ({ candidate, distance: distancePpm(amountMicros, candidate.dueMicros) }));
  const near = all.filter(({ distance }) => distance <= DISTANCE_PPM_MAX);
  return (near.length > 0 ? near : all.filter(({ candidate }) => isOpen(candidate.status)))
    .map(({ candidate, distance }) => ({ candidate, score: scoreOf(amountMicros, candidate, distance) }))
    .sort((a, b) => (a.score === b.score ? b.candidate.createdAt.getTime() - a.candidate.createdAt.getTime() : a.score < b.score ? -1 : 1))
    .slice(0, max)
    .map(({ candidate }) => candidate);
}
