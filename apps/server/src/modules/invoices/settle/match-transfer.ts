import type { MatchedBy } from '@stablegate/contract';
import { assert } from '../../../platform/assert';
import type { Tx } from '../../../platform/db/db';
import { lockInvoices } from '../invoices.queries';
import { invoiceNearlyPaid } from './matching.domain';
import { type Arrival, findExact, holdCreations, listWatchedAt } from './matching.queries';

export type Match = { readonly invoiceId: string; readonly matchedBy: MatchedBy };

/** Looked at twice: the second time no other invoice can appear at the address before this transaction ends. */
async function findNearlyPaid(tx: Tx, arrival: Arrival): Promise<Match | undefined> {
  const found = invoiceNearlyPaid(arrival.amountMicros, await listWatchedAt(tx, arrival));
  if (found === undefined || !(await holdCreations(tx, arrival))) return undefined;
  await lockInvoices(tx, [found.id]); // another network may be paying it at this moment
  const sure = invoiceNearlyPaid(arrival.amountMicros, await listWatchedAt(tx, arrival));
  if (sure === undefined) return undefined;
  assert(sure.id === found.id, 'the only invoice of an address changed while creations were held');
  assert(sure.paidMicros + arrival.amountMicros < sure.payableMicros, 'a part that completes its invoice');
  return { invoiceId: sure.id, matchedBy: 'part' };
}

/**
 * Which invoice a transfer pays, by its amount and address; undefined: nobody can tell, and nothing is guessed. One that has come back
 * after a reorganisation and belongs to no invoice was looked at before: the owner may have taken it off as a part.
 */
export async function findMatch(tx: Tx, arrival: Arrival, { cameBack }: { readonly cameBack: boolean }): Promise<Match | undefined> {
  const exact = await findExact(tx, arrival);
  if (exact !== undefined) return { invoiceId: exact, matchedBy: 'exact' };
  return cameBack ? undefined : findNearlyPaid(tx, arrival);
}
