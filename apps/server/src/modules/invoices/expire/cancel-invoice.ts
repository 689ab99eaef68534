import { formatMicros } from '@stablegate/rules';
import { AppError } from '../../../platform/app-error';
import { recordWork } from '../../../platform/audit';
import type { Tx } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';
import type { LeavingAddress } from '../../stores/stores.service';
import { changeInvoices } from '../change-invoice';
import type { InvoiceDeps, InvoiceTransition } from '../invoices.deps';
import { withFlags } from '../invoices.domain';
import { type InvoiceRecord, lockInvoices } from '../invoices.queries';
import { listWaitingAt } from './leaving-address.queries';

const isUnpaid = ({ status, paidMicros }: InvoiceRecord): boolean => status === 'WAITING' && paidMicros === 0n;

/** Locked and unpaid ones: later payments are found by the monitoring, as after any expiry. */
async function cancel(deps: InvoiceDeps, tx: Tx, invoices: readonly InvoiceRecord[]): Promise<InvoiceTransition[]> {
  const changes = invoices.map((before) => {
    const fields = { status: 'EXPIRED', flags: withFlags(before.flags, 'cancelled'), holdId: null } as const;
    return { topic: 'invoice.expired', before, fields } as const;
  });
  const transitions = await changeInvoices(deps, tx, changes, deps.clocks.business.now());
  for (const { id: subject, userId, transId, payableMicros, holdId } of invoices) {
    await recordWork(tx, { action: 'invoice.cancelled', subject, userId, detail: { transId, payable: formatMicros(payableMicros) } });
    if (holdId !== null) await deps.ledger.release(tx, holdId);
  }
  return transitions;
}

export async function cancelInvoice(deps: InvoiceDeps, found: InvoiceRecord | undefined): Promise<InvoiceRecord> {
  if (found === undefined) throw new AppError('not_found');
  return deps.db.transaction(async (tx) => {
    const [invoice] = await lockInvoices(tx, [found.id]);
    if (invoice === undefined || !isUnpaid(invoice)) throw new AppError('invoice_not_open');
    const [transition] = await cancel(deps, tx, [invoice]);
    return transition?.after ?? invoice;
  });
}

/** Of addresses that turned out to be a thief's: nobody should pay there any more. */
export async function cancelInvoicesAt(deps: InvoiceDeps, tx: Tx, userId: UserId, addresses: readonly LeavingAddress[]): Promise<void> {
  const invoices = await lockInvoices(tx, await listWaitingAt(tx, userId, addresses));
  await cancel(deps, tx, invoices.filter(isUnpaid));
}
