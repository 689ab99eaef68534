import type { InvoiceStatus } from '@stablegate/contract';
import { MICRO } from '@stablegate/rules';

/** What of an invoice tells how likely a transfer was meant for it. */
export type CandidateFacts = { readonly status: InvoiceStatus; readonly dueMicros: bigint; readonly createdAt: Date };

const PPM = 1_000_000n;
/** Who pays less than half of it, or more than twice, probably meant something else. */
const DISTANCE_PPM_MAX = 500_000n;
/** An invoice that has ended is as likely as an open one that is two percent further away. */
const ENDED_PPM = 20_000n;

const WHOLE_FEES = 10n; // USDT; the dearest withdrawals, on Ethereum, cost less than this on most days
/** Parts of a USDT that exchanges publish as their fee for a withdrawal. */
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

/** What exchanges keep back from a withdrawal, or careful payers add for it: the rest of the amount, tail and all, is that of the invoice. */
export const USUAL_FEES: readonly bigint[] = [
  ...PARTS,
  ...MORE,
  ...Array.from({ length: Number.parseInt(WHOLE_FEES.toString(), 10) }, (_, index) => BigInt(index + 1) * MICRO),
];
const FEES = new Set(USUAL_FEES);
/** A difference that is a usual fee speaks for an invoice as much as being ten times as near does. */
const FEE_WEIGHT = 10n;

const differenceOf = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);

/** How far what came is from what is missing, in millionths of the larger of the two. */
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
 * The likeliest first: by amount, above and below alike, open ones before ended ones, then the newest. What is too far away is left out,
 * unless nothing is near: then the open ones that are nearest are named, since somebody may pay in several small parts.
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
