import type { Tx } from '../../platform/db/db';
import type { InvoiceId } from '../../platform/id-types';
import { changeInvoices } from './change-invoice';
import type { InvoiceDeps } from './invoices.deps';
import { withFlags } from './invoices.domain';
import { type InvoiceRecord, lockInvoices } from './invoices.queries';

/** Paid, but what was ordered had been sold to others. Returns those that were not marked before. */
export async function markOversold(deps: InvoiceDeps, tx: Tx, ids: readonly InvoiceId[]): Promise<InvoiceRecord[]> {
  if (ids.length === 0) return [];
  const unmarked = (await lockInvoices(tx, ids)).filter(({ flags }) => !flags.includes('oversold'));
  const changes = unmarked.map((before) => ({
    topic: 'invoice.oversold' as const,
    before,
    fields: { flags: withFlags(before.flags, 'oversold') },
    detail: { detail: 'the last item had been sold' },
  }));
  return (await changeInvoices(deps, tx, changes, deps.clocks.business.now())).map(({ after }) => after);
}
