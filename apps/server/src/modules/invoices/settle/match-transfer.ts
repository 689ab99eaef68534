import type { MatchedBy } from '@stablegate/contract';
import { assert } from '../../../platform/assert';
import type { Tx } from '../../../platform/db/db';
import type { InvoiceId } from '../../../platform/id-types';
import { lockInvoices } from '../invoices.queries';
import { invoiceNearlyPaid } from './matching.domain';
import { type Arrival, findExact, holdCreations, listWatchedAt } from './matching.queries';

export type Match = { readonly invoiceId: InvoiceId; readonly matchedBy: MatchedBy };

/** Checked twice: the second time no other invoice can appear at the address before this transaction ends. */
async function findNearlyPaid(tx: Tx, arrival: Arrival): Promise<Match | undefined> {
  const found = invoiceNearlyPaid(arrival.amountMicros, await listWatchedAt(tx, arrival));
  if (found === undefined || !(await holdCreations(tx, arrival))) return undefined;
  await lockInvoices(tx, [found.id]); // another network may be paying it concurrently
  const sure = invoiceNearlyPaid(arrival.amountMicros, await listWatchedAt(tx, arrival));
  if (sure === undefined) return undefined;
  assert(sure.id === found.id, 'the only invoice of an address changed while creations were held');
  assert(sure.paidMicros + arrival.amountMicros < sure.payableMicros, 'a part that completes its invoice');
  return { invoiceId: sure.id, matchedBy: 'part' };
}

/**
 * The invoice a transfer pays, by amount and address; undefined: ambiguous, and nothing is guessed. A transfer without an invoice that
 * returns after a reorganisation was matched before: the owner may have detached it.
 */
export async function findMatch(tx: Tx, arrival: Arrival, { cameBack }: { readonly cameBack: boolean }): Promise<Match | undefined> {
  const exact = await findExact(tx, arrival);
  if (exact !== undefined) return { invoiceId: exact, matchedBy: 'exact' };
  return cameBack ? undefined : findNearlyPaid(tx, arrival);
}
