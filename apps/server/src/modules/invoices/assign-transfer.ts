import { AppError } from '../../platform/app-error';
import type { Tx } from '../../platform/db';
import type { Transfer } from '../chains/chains.service';
import { acceptLocked } from './accept-invoice';
import { findOfUser, lockInvoices } from './invoices.queries';
import type { InvoiceDeps } from './invoices.service';
import { settleInvoices } from './settle-transfers';
import { attachTransfer, detachTransfer, findAttachments } from './settle-transfers.queries';

export type Assignment = { readonly transId: string; readonly acceptPartial?: boolean | undefined };

/** Another user's transfer is not there. */
async function lockOwn(deps: InvoiceDeps, tx: Tx, userId: string, transferId: string): Promise<Transfer> {
  const [transfer] = await deps.chains.lockTransfers(tx, [transferId]);
  if (transfer?.ownerId !== userId) throw new AppError('not_found');
  return transfer;
}

/** The owner says what a transfer was for. From there on it counts as if it had been found by itself. */
export async function assignTransfer(
  deps: InvoiceDeps,
  userId: string,
  transferId: string,
  { transId, acceptPartial }: Assignment,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const transfer = await lockOwn(deps, tx, userId, transferId);
    const found = await findOfUser(tx, userId, transId);
    const [invoice] = found === undefined ? [] : await lockInvoices(tx, [found.id]);
    if (invoice === undefined) throw new AppError('not_found');
    if (transfer.state !== 'unmatched') throw new AppError('transfer_taken');
    if (invoice.status === 'SUCCESS') throw new AppError('invoice_not_open');
    await deps.chains.setTransferState(tx, transferId, 'matched');
    await attachTransfer(
      tx,
      { transferId, invoiceId: invoice.id, amountMicros: transfer.amountMicros, byHand: true },
      deps.clocks.business.now(),
    );
    await settleInvoices(deps, tx, [invoice.id]);
    if (acceptPartial === true) await acceptLocked(deps, tx, invoice.id, { orLeave: true });
  });
  deps.log.info({ userId, transferId, transId }, 'transfer assigned by hand');
}

/** Takes a transfer off its invoice again, as long as nothing was concluded from it. */
export async function unassignTransfer(deps: InvoiceDeps, userId: string, transferId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockOwn(deps, tx, userId, transferId);
    const invoiceId = (await findAttachments(tx, [transferId])).get(transferId);
    const [invoice] = invoiceId === undefined ? [] : await lockInvoices(tx, [invoiceId]);
    if (invoice === undefined || invoice.status === 'SUCCESS') throw new AppError('conflict');
    await detachTransfer(tx, transferId);
    await deps.chains.setTransferState(tx, transferId, 'unmatched');
    await settleInvoices(deps, tx, [invoice.id]);
  });
  deps.log.info({ userId, transferId }, 'transfer unassigned');
}

export async function dismissTransfer(deps: InvoiceDeps, userId: string, transferId: string, reason: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { state } = await lockOwn(deps, tx, userId, transferId);
    if (state !== 'unmatched') throw new AppError('transfer_taken');
    await deps.chains.setTransferState(tx, transferId, 'ignored', reason);
  });
}

export async function restoreTransfer(deps: InvoiceDeps, userId: string, transferId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { state } = await lockOwn(deps, tx, userId, transferId);
    if (state !== 'ignored') throw new AppError('conflict');
    await deps.chains.setTransferState(tx, transferId, 'unmatched');
  });
}
