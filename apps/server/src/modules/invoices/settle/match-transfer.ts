import type { MatchedBy } from '@stablegate/contract';
import { assert } from '../../../platform/assert';
import type { Tx } from '../../../platform/db/db';
import type { InvoiceId } from '../../../platform/id-types';
import { lockInvoices } from '../invoices.queries';
import { invoiceNearlyPaid, type WatchedInvoice } from './matching.domain';
import { type Arrival, type Candidates, holdCreations, listCandidates } from './matching.queries';

export type Match = { readonly invoiceId: InvoiceId; readonly matchedBy: MatchedBy };

/** `cameBack`: without an invoice, and returned after a reorganisation. It was judged before, and the owner may have detached it: it waits for them. */
export type Arrived = Arrival & { readonly cameBack: boolean };

const NOBODY: Candidates = { exact: undefined, watched: [] };

/** Checked twice: the second time no other invoice can appear at the address before this transaction ends. */
async function confirmUnderLock(tx: Tx, arrival: Arrival, found: WatchedInvoice): Promise<Match | undefined> {
  if (!(await holdCreations(tx, arrival))) return undefined;
  await lockInvoices(tx, [found.id]); // another network may be paying it concurrently
  const [candidates] = await listCandidates(tx, [arrival]);
  const sure = invoiceNearlyPaid(arrival.amountMicros, candidates?.watched ?? []);
  if (sure === undefined) return undefined;
  assert(sure.id === found.id, 'the only invoice of an address changed while creations were held');
  assert(sure.paidMicros + arrival.amountMicros < sure.payableMicros, 'a part that completes its invoice');
  return { invoiceId: sure.id, matchedBy: 'part' };
}

/** Whoever asked for the amount may have parked it where others send it by mistake: contested, it is nobody's. */
const matchExactly = ({ id, isContested }: NonNullable<Candidates['exact']>): Match | undefined =>
  isContested ? undefined : { invoiceId: id, matchedBy: 'exact' };

/** The invoice a transfer pays, by amount and address; undefined: ambiguous, and nothing is guessed. */
async function findMatch(tx: Tx, arrival: Arrival, { exact, watched }: Candidates): Promise<Match | undefined> {
  if (exact !== undefined) return matchExactly(exact);
  const found = invoiceNearlyPaid(arrival.amountMicros, watched);
  return found === undefined ? undefined : confirmUnderLock(tx, arrival, found);
}

/**
 * Whether matching it affects no other arrival, wherever it is in the list: it neither changes a reservation nor makes an invoice partly paid.
 * - An exact payment of an invoice that has received nothing, or all of it already, and that no unpaid one contests.
 * - What is neither exact nor nearly enough. It would be neither after such payments: they only turn unpaid invoices into paid ones.
 */
function isIndependent({ amountMicros }: Arrival, { exact, watched }: Candidates): boolean {
  if (exact === undefined) return invoiceNearlyPaid(amountMicros, watched) === undefined;
  return !exact.isContested && exact.payableMicros === amountMicros && (exact.paidMicros === 0n || exact.paidMicros >= exact.payableMicros);
}

/**
 * The matches of the first of these arrivals, in chain order: of as many as are independent of each other, at least of one. The rest is
 * matched after these are settled: a part may make the next one the exact remainder, and each payment of an invoice is one change of it.
 */
export async function matchNext(tx: Tx, arrivals: readonly Arrived[]): Promise<(Match | undefined)[]> {
  const found = await listCandidates(tx, arrivals);
  const candidates = found.map((each, place) => (arrivals[place]?.cameBack ? NOBODY : each));
  const paid = new Set<InvoiceId>();
  const matches: (Match | undefined)[] = [];
  for (const [place, each] of candidates.entries()) {
    const arrival = arrivals[place] as Arrival;
    if (!isIndependent(arrival, each)) return place === 0 ? [await findMatch(tx, arrival, each)] : matches;
    if (each.exact !== undefined && paid.has(each.exact.id)) return matches;
    if (each.exact !== undefined) paid.add(each.exact.id);
    matches.push(each.exact && matchExactly(each.exact));
  }
  return matches;
}
