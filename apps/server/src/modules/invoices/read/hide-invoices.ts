import { recordWork } from '../../../platform/audit';
import type { InvoiceId } from '../../../platform/id-types';
import { noteNothingChanged } from '../../../platform/request-author';
import type { InvoiceDeps } from '../invoices.deps';
import { namesOf } from '../invoices.domain';
import type { InvoiceRecord } from '../invoices.queries';
import { hideEnded } from './hide-invoices.queries';

/** Those of one owner that have ended; returns the ones that are hidden now. */
export async function hideInvoices(deps: InvoiceDeps, invoices: readonly InvoiceRecord[]): Promise<InvoiceId[]> {
  return deps.db.transaction(async (tx) => {
    const ids = await hideEnded(
      tx,
      invoices.map(({ id }) => id),
      deps.clocks.business.now(),
    );
    const hidden = invoices.filter(({ id }) => ids.includes(id));
    const [first] = hidden;
    if (first === undefined) noteNothingChanged();
    else await recordWork(tx, { action: 'invoice.hidden', subject: first.id, userId: first.userId, detail: namesOf(hidden) });
    return ids;
  });
}
