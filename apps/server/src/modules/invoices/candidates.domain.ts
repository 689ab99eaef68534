import type { InvoiceStatus } from '@stablegate/contract';

/** What of an invoice tells how likely a transfer was meant for it. */
export type CandidateFacts = { readonly status: InvoiceStatus; readonly dueMicros: bigint; readonly createdAt: Date };

const BPS = 10_000n;
/** Who pays less than half of it, or more than twice, probably meant something else. */
const DISTANCE_BPS_MAX = 5_000n;
/** An invoice that has ended is as likely as an open one that is two percent further away. */
const ENDED_BPS = 200n;

/** How far what came is from what is missing, in hundredths of a percent of the larger of the two. */
function distanceBps(amountMicros: bigint, dueMicros: bigint): bigint {
  const [small, large] = amountMicros < dueMicros ? [amountMicros, dueMicros] : [dueMicros, amountMicros];
  return large === 0n ? BPS : ((large - small) * BPS) / large;
}

const isOpen = (status: InvoiceStatus): boolean => status === 'WAITING' || status === 'PROCESSING';

/**
 * The likeliest first: by amount, open ones before ended ones, then the newest. What is too far away is left out, unless nothing is
 * near: then the open ones that are nearest are named, since somebody may pay in several small parts.
 */
export function rankCandidates<T extends CandidateFacts>(amountMicros: bigint, candidates: readonly T[], max: number): T[] {
  const all = candidates.map((candidate) => ({ candidate, distance: distanceBps(amountMicros, candidate.dueMicros) }));
  const near = all.filter(({ distance }) => distance <= DISTANCE_BPS_MAX);
  return (near.length > 0 ? near : all.filter(({ candidate }) => isOpen(candidate.status)))
    .map(({ candidate, distance }) => ({ candidate, score: distance + (isOpen(candidate.status) ? 0n : ENDED_BPS) }))
    .sort((a, b) => (a.score === b.score ? b.candidate.createdAt.getTime() - a.candidate.createdAt.getTime() : a.score < b.score ? -1 : 1))
    .slice(0, max)
    .map(({ candidate }) => candidate);
}
