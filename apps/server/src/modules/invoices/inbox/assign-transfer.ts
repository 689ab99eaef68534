import type { AuditValues, WorkAction } from '@stablegate/contract';
import { formatMicros } from '@stablegate/rules';
import { AppError } from '../../../platform/app-error';
import { recordWork } from '../../../platform/audit';
import type { Tx } from '../../../platform/db/db';
import type { TransferId, UserId } from '../../../platform/id-types';
import type { Transfer } from '../../chains/chains.service';
import type { InvoiceDeps } from '../invoices.deps';
import { findOfOwner, lockInvoices } from '../invoices.queries';
import { notifyOtherAmounts } from '../read/payment-notices';
import { acceptLocked, requirePaid } from '../settle/accept-invoice';
import { settleInvoices } from '../settle/settle-transfers';
import { attachTransfer, detachTransfer, findAttachments } from '../settle/settle-transfers.queries';

export type Assignment = {
  readonly transId: string;
  readonly acceptPartial?: boolean | undefined;
  /** What the caller saw as paid. */
  readonly paid?: string | undefined;
};

/** Who decides about a transfer. Admins also decide for the platform's own addresses. */
export type TransferOwner = { readonly userId: UserId; readonly isAdmin: boolean };

/** Another user's transfer is not found. */
async function lockOwn(deps: InvoiceDeps, tx: Tx, { userId, isAdmin }: TransferOwner, transferId: TransferId): Promise<Transfer> {
  const [transfer] = await deps.chains.lockTransfers(tx, [transferId]);
  if (transfer === undefined || (transfer.ownerId === null ? !isAdmin : transfer.ownerId !== userId)) throw new AppError('not_found');
  return transfer;
}

const record = (tx: Tx, transfer: Transfer, action: WorkAction, detail: AuditValues = {}): Promise<void> => {
  const { id: subject, ownerId: userId, network, txHash } = transfer;
  return recordWork(tx, { action, subject, userId, detail: { ...detail, amount: formatMicros(transfer.amountMicros), network, txHash } });
};

/** The owner assigns a transfer to an invoice. From then on it counts as if it had been matched; on a paid invoice it is a surplus. */
export async function assignTransfer(
  deps: InvoiceDeps,
  owner: TransferOwner,
  transferId: TransferId,
  { transId, acceptPartial, paid }: Assignment,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const transfer = await lockOwn(deps, tx, owner, transferId);
    const found = await findOfOwner(tx, transfer.ownerId, transId);
    const [invoice] = found === undefined ? [] : await lockInvoices(tx, [found.id]);
    if (invoice === undefined) throw new AppError('not_found');
    if (transfer.state !== 'unmatched') throw new AppError('transfer_taken');
    requirePaid(invoice, paid);
    await deps.chains.setTransferState(tx, transferId, 'matched');
    await attachTransfer(
      tx,
      { transferId, invoiceId: invoice.id, amountMicros: transfer.amountMicros, matchedBy: 'hand' },
      deps.clocks.business.now(),
    );
    await settleInvoices(deps, tx, [invoice.id]);
    await notifyOtherAmounts(deps, tx, [transfer]);
    await record(tx, transfer, 'transfer.assigned', { transId });
    if (acceptPartial === true) await acceptLocked(deps, tx, invoice.id, { orLeave: true });
  });
  deps.log.info({ userId: owner.userId, transferId, transId }, 'transfer assigned by hand');
}

/** Detaches a transfer from its invoice, as long as nothing was concluded from it. */
export async function unassignTransfer(deps: InvoiceDeps, owner: TransferOwner, transferId: TransferId): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const transfer = await lockOwn(deps, tx, owner, transferId);
    const invoiceId = (await findAttachments(tx, [transferId])).get(transferId);
    const [invoice] = invoiceId === undefined ? [] : await lockInvoices(tx, [invoiceId]);
    if (invoice === undefined) throw new AppError('conflict');
    if (invoice.status === 'SUCCESS') throw new AppError('invoice_already_paid');
    await detachTransfer(tx, transferId);
    await deps.chains.setTransferState(tx, transferId, 'unmatched');
    await settleInvoices(deps, tx, [invoice.id]);
    await notifyOtherAmounts(deps, tx, [transfer]);
    await record(tx, transfer, 'transfer.unassigned', { transId: invoice.transId });
  });
  deps.log.info({ userId: owner.userId, transferId }, 'transfer unassigned');
}

export async function dismissTransfer(deps: InvoiceDeps, owner: TransferOwner, transferId: TransferId, reason: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const transfer = await lockOwn(deps, tx, owner, transferId);
    if (transfer.state !== 'unmatched') throw new AppError('transfer_taken');
    await deps.chains.setTransferState(tx, transferId, 'ignored', reason);
    await notifyOtherAmounts(deps, tx, [transfer]);
    await record(tx, transfer, 'transfer.dismissed', { reason });
  });
}

export async function restoreTransfer(deps: InvoiceDeps, owner: TransferOwner, transferId: TransferId): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const transfer = await lockOwn(deps, tx, owner, transferId);
    if (transfer.state !== 'ignored') throw new AppError('conflict');
    await deps.chains.setTransferState(tx, transferId, 'unmatched');
    await notifyOtherAmounts(deps, tx, [transfer]);
    await record(tx, transfer, 'transfer.restored');
  });
}
