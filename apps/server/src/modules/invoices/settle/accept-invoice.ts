import { formatMicros, parseMicros } from '@stablegate/rules';
import { AppError } from '../../../platform/app-error';
import { recordWork } from '../../../platform/audit';
import type { Tx } from '../../../platform/db/db';
import type { InvoiceId } from '../../../platform/id-types';
import { currentCaller } from '../../../platform/request-author';
import { changeInvoices } from '../change-invoice';
import type { InvoiceDeps } from '../invoices.deps';
import { withFlags } from '../invoices.domain';
import { type InvoiceRecord, lockInvoices } from '../invoices.queries';
import { moveFees } from './move-fees';
import { dropDue } from './reserve-due.queries';
import { completingTransfer, isAccepted } from './settle.domain';
import { proofOf } from './settle-transfers';
import { listAttached } from './settle-transfers.queries';

type PaidInvoice = Pick<InvoiceRecord, 'paidMicros' | 'payableMicros'>;

/** Under its lock: whoever decides about an invoice knows what was paid. Without a seen amount, as older callers send none, anything goes. */
export function requirePaid({ paidMicros }: PaidInvoice, paidSeen: string | undefined): void {
  if (paidSeen === undefined || parseMicros(paidSeen) === paidMicros) return;
  throw new AppError('invoice_changed', { details: { paid: formatMicros(paidMicros) } });
}

function requireFloor({ paidMicros, payableMicros }: PaidInvoice): void {
  const percent = currentCaller()?.memberFloor ?? 0;
  if (paidMicros * 100n < payableMicros * BigInt(percent)) throw new AppError('below_member_floor', { details: { percent } });
}

/** A transfer that is not final may still vanish: the invoice is PROCESSING, and paid as accepted once everything is final. */
async function acceptLater(deps: InvoiceDeps, tx: Tx, invoice: InvoiceRecord): Promise<InvoiceRecord | undefined> {
  const fields = { status: 'PROCESSING', flags: withFlags(invoice.flags, 'resolvedByHand'), acceptedMicros: invoice.paidMicros } as const;
  const detail = { byHand: true, detail: 'accepted as paid, waiting until it is final' };
  const change = { topic: 'invoice.seen', before: invoice, fields, detail } as const;
  const [transition] = await changeInvoices(deps, tx, [change], deps.clocks.business.now());
  return transition?.after;
}

/**
 * The merchant accepts the received amount. With `orLeave` an invoice that cannot be accepted stays unchanged; an assigned transfer may
 * have paid it in full.
 */
export async function acceptLocked(
  deps: InvoiceDeps,
  tx: Tx,
  id: InvoiceId,
  { orLeave, paidSeen }: { orLeave: boolean; paidSeen?: string | undefined },
): Promise<InvoiceRecord | undefined> {
  const [invoice] = await lockInvoices(tx, [id]);
  const transfers = ((await listAttached(tx, [id])).get(id) ?? []).filter(({ live }) => live);
  if (invoice !== undefined) requirePaid(invoice, paidSeen);
  const isPartlyPaid = invoice !== undefined && invoice.status !== 'SUCCESS' && invoice.flags.includes('paidPartial');
  if (!isPartlyPaid || isAccepted(invoice)) {
    if (orLeave) return invoice;
    throw new AppError('invoice_not_acceptable');
  }
  requireFloor(invoice);
  const [paid, payable] = [formatMicros(invoice.paidMicros), formatMicros(invoice.payableMicros)];
  const { userId, transId } = invoice;
  await recordWork(tx, { action: 'invoice.accepted', subject: id, userId, detail: { transId, paid, payable } });
  if (transfers.some(({ final }) => !final)) return acceptLater(deps, tx, invoice);
  const now = deps.clocks.business.now();
  const fields = {
    status: 'SUCCESS',
    flags: withFlags(invoice.flags, 'resolvedByHand'),
    acceptedMicros: invoice.paidMicros,
    holdId: null,
    paidAt: now,
    ...proofOf(completingTransfer(transfers, invoice.paidMicros)),
  } as const;
  const [transition] = await changeInvoices(
    deps,
    tx,
    [{ topic: 'invoice.completed', before: invoice, fields, detail: { byHand: true } }],
    now,
  );
  if (transition === undefined) return invoice;
  await dropDue(tx, { invoiceId: invoice.id, payableMicros: invoice.payableMicros });
  await moveFees(deps, tx, [transition]);
  return transition.after;
}

export async function acceptInvoice(
  deps: InvoiceDeps,
  found: InvoiceRecord | undefined,
  paidSeen: string | undefined,
): Promise<InvoiceRecord> {
  if (found === undefined) throw new AppError('not_found');
  return deps.db.transaction(async (tx) => (await acceptLocked(deps, tx, found.id, { orLeave: false, paidSeen })) ?? found);
}
