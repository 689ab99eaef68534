import type { TransferId } from '../../../platform/id-types';
import type { InvoiceDeps } from '../invoices.deps';
import type { InvoiceRecord } from '../invoices.queries';
import { missingMicros } from '../read/invoice-views';
import { rankCandidates } from './candidates.domain';
import { listNeighbours, type Unmatched } from './candidates.queries';

export type Candidate = InvoiceRecord & { readonly dueMicros: bigint };

const CANDIDATES_MAX = 5;

/** The invoices each unmatched transfer may have been meant for, likeliest first. */
export async function findCandidates(deps: InvoiceDeps, transfers: readonly Unmatched[]): Promise<Map<TransferId, Candidate[]>> {
  const found = new Map<TransferId, Candidate[]>();
  for (const ownerId of new Set(transfers.map((transfer) => transfer.ownerId))) {
    const own = transfers.filter((transfer) => transfer.ownerId === ownerId);
    const near = await listNeighbours(deps.db.query, ownerId, own);
    for (const { id, amountMicros } of own) {
      const candidates = near
        .filter(({ transferId }) => transferId === id)
        .map(({ transferId: _transfer, ...invoice }) => ({ ...invoice, dueMicros: missingMicros(invoice) }));
      found.set(id, rankCandidates(amountMicros, candidates, CANDIDATES_MAX));
    }
  }
  return found;
}
