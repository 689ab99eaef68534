import type { InvoiceStatus } from '@stablegate/contract';
import { USUAL_FEES } from '@stablegate/rules';

/** The facts that determine how likely a transfer was meant for an invoice. */
export type CandidateFacts = {
  readonly status: InvoiceStatus;
  /** Without the fee: customers send it by mistake. */
  readonly amountMicros: bigint;
  readonly dueMicros: bigint;
  readonly createdAt: Date;
};

const PPM = 1_000_000n;
/** Less than half or more than twice the amount probably means something else. */
const DISTANCE_PPM_MAX = 500_000n;
/** An ended invoice ranks like an open one two percent further away. */
const ENDED_PPM = 20_000n;

const FEES = new Set(USUAL_FEES);
/** A difference equal to a usual fee ranks like an amount ten times as near. */
const FEE_WEIGHT = 10n;

const differenceOf = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);

/** Distance between received and missing amount, in millionths of the larger one. The plain amount is as near as the missing one. */
function distancePpm(received: bigint, { amountMicros, dueMicros }: CandidateFacts): bigint {
  if (received === amountMicros) return 0n;
  const large = received > dueMicros ? received : dueMicros;
  return large === 0n ? PPM : (differenceOf(received, dueMicros) * PPM) / large;
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
  const all = candidates.map((candidate) => ({ candidate, distance: distancePpm(amountMicros, candidate) }));
  const near = all.filter(({ distance }) => distance <= DISTANCE_PPM_MAX);
  return (near.length > 0 ? near : all.filter(({ candidate }) => isOpen(candidate.status)))
    .map(({ candidate, distance }) => ({ candidate, score: scoreOf(amountMicros, candidate, distance) }))
    .sort((a, b) => (a.score === b.score ? b.candidate.createdAt.getTime() - a.candidate.createdAt.getTime() : a.score < b.score ? -1 : 1))
    .slice(0, max)
    .map(({ candidate }) => candidate);
}
