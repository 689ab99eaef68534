import { AppError } from '../../platform/app-error';
import { changeInvoices } from './change-invoice';
import { withFlags } from './invoices.domain';
import { type InvoiceRecord, lockInvoices } from './invoices.queries';
import type { InvoiceDeps } from './invoices.service';
import { completingTransfer } from './settle.domain';
import { moveFee, proofOf } from './settle-transfers';
import { dropDue, listAttached } from './settle-transfers.queries';

/** The merchant takes what came for enough. Only what is final: what may still vanish cannot be accepted. */
export async function acceptInvoice(deps: InvoiceDeps, found: InvoiceRecord | undefined): Promise<InvoiceRecord> {
  if (found === undefined) throw new AppError('not_found');
  return deps.db.transaction(async (tx) => {
    const [invoice] = await lockInvoices(tx, [found.id]);
    const transfers = ((await listAttached(tx, [found.id])).get(found.id) ?? []).filter(({ live }) => live);
    const isPartlyPaid = invoice !== undefined && invoice.status !== 'SUCCESS' && invoice.flags.includes('paidPartial');
    if (!isPartlyPaid || transfers.some(({ final }) => !final)) throw new AppError('invoice_not_acceptable');
    const now = deps.clocks.business.now();
    const fields = {
      status: 'SUCCESS',
      flags: withFlags(invoice.flags, 'resolvedByHand'),
      holdId: null,
      paidAt: now,
      ...proofOf(completingTransfer(transfers, invoice.paidMicros)),
    } as const;
    const change = { topic: 'invoice.completed', before: invoice, fields, detail: { byHand: true } } as const;
    const [news] = await changeInvoices(deps, tx, [change], now);
    if (news === undefined) throw new AppError('invoice_not_acceptable');
    await dropDue(tx, invoice.id, invoice.payableMicros);
    await moveFee(deps, tx, news);
    return news.after;
  });
}
