import { formatMicros } from '@stablegate/rules';
import { AppError } from '../../../platform/app-error';
import { recordWork } from '../../../platform/audit';
import { changeInvoices } from '../change-invoice';
import type { InvoiceDeps } from '../invoices.deps';
import { withFlags } from '../invoices.domain';
import { type InvoiceRecord, lockInvoices } from '../invoices.queries';

/** Only while unpaid: later payments are found by the monitoring, as after any expiry. */
export async function cancelInvoice(deps: InvoiceDeps, found: InvoiceRecord | undefined): Promise<InvoiceRecord> {
  if (found === undefined) throw new AppError('not_found');
  return deps.db.transaction(async (tx) => {
    const [invoice] = await lockInvoices(tx, [found.id]);
    if (invoice?.status !== 'WAITING' || invoice.paidMicros > 0n) throw new AppError('invoice_not_open');
    const now = deps.clocks.business.now();
    const fields = { status: 'EXPIRED', flags: withFlags(invoice.flags, 'cancelled'), holdId: null } as const;
    const [transition] = await changeInvoices(deps, tx, [{ topic: 'invoice.expired', before: invoice, fields }], now);
    const { id: subject, userId, transId } = invoice;
    await recordWork(tx, {
      action: 'invoice.cancelled',
      subject,
      userId,
      detail: { transId, payable: formatMicros(invoice.payableMicros) },
    });
    if (invoice.holdId !== null) await deps.ledger.release(tx, invoice.holdId);
    return transition?.after ?? invoice;
  });
}
