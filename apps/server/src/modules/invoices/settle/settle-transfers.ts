import { randomInt } from 'node:crypto';
import { narrowCandidates, roundUpToGrid } from '@stablegate/rules';
import type { Tx } from '../../../platform/db/db';
import type { InvoiceId } from '../../../platform/id-types';
import type { Transfer, TransferChange } from '../../chains/chains.service';
import { changeInvoices, type InvoiceChange } from '../change-invoice';
import type { InvoiceDeps, InvoiceTransition } from '../invoices.deps';
import { type InvoiceRecord, lockInvoices } from '../invoices.queries';
import { notifyOtherAmounts } from '../read/payment-notices';
import { findMatch } from './match-transfer';
import { dropDue, reserveDue } from './reserve-due.queries';
import { type AttachedTransfer, isAccepted, type Settlement, settle } from './settle.domain';
import { attachTransfer, findAttachments, listAttached } from './settle-transfers.queries';

type Seen = Extract<TransferChange, { kind: 'seen' }>;

/** Each transfer separately, in chain order: a part may make the next one the exact remainder. */
async function match(
  deps: InvoiceDeps,
  tx: Tx,
  { transfer, revived }: Seen,
  known: InvoiceId | undefined,
  now: Date,
): Promise<InvoiceId | undefined> {
  const found = known === undefined ? await findMatch(tx, transfer, { cameBack: revived }) : undefined;
  const invoiceId = known ?? found?.invoiceId;
  await deps.chains.setTransferState(tx, transfer.id, invoiceId === undefined ? 'unmatched' : 'matched');
  if (found !== undefined) await attachTransfer(tx, { transferId: transfer.id, amountMicros: transfer.amountMicros, ...found }, now);
  return invoiceId;
}

/** The completing transfer as stored on the invoice. */
export const proofOf = (transfer: AttachedTransfer | undefined) => ({
  network: transfer?.network ?? null,
  fromAddress: transfer?.fromAddress ?? null,
  toAddress: transfer?.toAddress ?? null,
  transHash: transfer?.txHash ?? null,
});

function toChange(before: InvoiceRecord, settled: Settlement, now: Date, detail: Record<string, unknown>): InvoiceChange {
  const { topic, status, flags, paidMicros, completing } = settled;
  const paysNow = topic === 'invoice.completed';
  const ends = paysNow || (status === 'EXPIRED' && before.status !== 'EXPIRED');
  const keepsProof = before.status === 'SUCCESS'; // the transfer that completed it stays on record
  return {
    topic,
    before,
    fields: {
      status,
      flags,
      paidMicros,
      ...(keepsProof ? {} : proofOf(completing)),
      ...(ends ? { holdId: null } : {}),
      ...(paysNow ? { paidAt: now } : {}),
    },
    detail: completing === undefined ? detail : { network: completing.network, txHash: completing.txHash, ...detail },
  };
}

/** The fee follows the status: captured or charged at SUCCESS, refunded on reversal, released on expiry. */
export async function moveFee(deps: InvoiceDeps, tx: Tx, { topic, before, after }: InvoiceTransition): Promise<void> {
  const { userId, feeMicros, id, version } = after;
  if (userId === null || !before.feeCharged || feeMicros === 0n) return;
  const movement = { userId, amountMicros: feeMicros, reference: id, idempotencyKey: `${topic}:${id}:${version}` };
  const holdId = before.holdId;
  if (topic === 'invoice.completed' || topic === 'invoice.restored') {
    if (holdId !== null) await deps.ledger.capture(tx, holdId);
    else await deps.ledger.charge(tx, movement);
  } else if (topic === 'invoice.reversed') await deps.ledger.refund(tx, movement);
  else if (after.holdId === null && holdId !== null) await deps.ledger.release(tx, holdId);
}

async function moveDue(tx: Tx, { before, after }: InvoiceTransition): Promise<void> {
  if (isAccepted(before) && after.status === 'SUCCESS') return dropDue(tx, after.id, after.payableMicros);
  if (after.paidMicros === before.paidMicros) return;
  if (after.paidMicros === 0n || after.paidMicros >= after.payableMicros) await dropDue(tx, after.id, after.payableMicros);
  else {
    const due = roundUpToGrid(after.payableMicros - after.paidMicros);
    await reserveDue(tx, { invoiceId: after.id, payableMicros: after.payableMicros }, narrowCandidates(due, randomInt));
  }
}

type Settled = {
  readonly transitions: readonly InvoiceTransition[];
  readonly invoices: readonly InvoiceRecord[];
  readonly transfers: ReadonlyMap<InvoiceId, readonly AttachedTransfer[]>;
};

/** Changes these invoices according to their present transfers; no money moves yet. */
async function changeByTransfers(
  deps: InvoiceDeps,
  tx: Tx,
  invoiceIds: readonly InvoiceId[],
  detail: Record<string, unknown>,
): Promise<Settled> {
  const now = deps.clocks.business.now();
  const invoices = await lockInvoices(tx, [...new Set(invoiceIds)]);
  const transfers = await listAttached(
    tx,
    invoices.map(({ id }) => id),
  );
  const changes = invoices.flatMap((invoice) => {
    const settled = settle(invoice, transfers.get(invoice.id) ?? [], now);
    return settled === undefined ? [] : [toChange(invoice, settled, now, detail)];
  });
  const transitions = await changeInvoices(deps, tx, changes, now);
  for (const each of transitions) await moveDue(tx, each);
  return { transitions, invoices, transfers };
}

/** Ledger accounts are locked last: creating an invoice reserves its amount first and then its fee, and the opposite order would deadlock. */
async function moveMoney(deps: InvoiceDeps, tx: Tx, settlements: readonly Settled[]): Promise<void> {
  const transitions = settlements.flatMap((settled) => settled.transitions);
  const owners = transitions.flatMap(({ after }) => after.userId ?? []);
  if (owners.length > 0) await deps.ledger.lockAccounts(tx, owners);
  for (const each of transitions) await moveFee(deps, tx, each);
  for (const { invoices, transfers } of settlements) await settleDeposits(deps, tx, invoices, transfers);
}

/** Settles these invoices again with their present transfers, in the caller's transaction. */
export async function settleInvoices(
  deps: InvoiceDeps,
  tx: Tx,
  invoiceIds: readonly InvoiceId[],
  detail: Record<string, unknown> = {},
): Promise<void> {
  if (invoiceIds.length > 0) await moveMoney(deps, tx, [await changeByTransfers(deps, tx, invoiceIds, detail)]);
}

/** The platform's invoices top up balances: their final transfers are credited, or taken back, in this transaction. */
async function settleDeposits(
  deps: InvoiceDeps,
  tx: Tx,
  invoices: readonly InvoiceRecord[],
  transfers: ReadonlyMap<InvoiceId, readonly AttachedTransfer[]>,
): Promise<void> {
  const settled = invoices.filter(({ userId }) => userId === null).map(({ id }) => ({ invoiceId: id, transfers: transfers.get(id) ?? [] }));
  if (settled.length === 0) return;
  await deps.creditDeposits(tx, settled);
}

/** Called by chains in the transaction that records the transfers, so that both commit together. */
export async function settleTransfers(deps: InvoiceDeps, tx: Tx, changes: readonly TransferChange[]): Promise<void> {
  const now = deps.clocks.business.now();
  const attached = await findAttachments(
    tx,
    changes.map(({ transfer }) => transfer.id),
  );
  const concerned = new Set(attached.values());
  const odd: Transfer[] = [];
  const settlements: Settled[] = [];
  for (const each of changes) {
    const { kind, transfer } = each;
    if (kind === 'reorged' && !attached.has(transfer.id)) odd.push(transfer);
    if (kind !== 'seen') continue;
    const invoiceId = await match(deps, tx, each, attached.get(transfer.id), now); // attached before a reorganisation
    if (invoiceId === undefined) odd.push(transfer);
    if (invoiceId === undefined) continue;
    concerned.add(invoiceId);
    // Settled immediately, so that the next transfer of the batch sees the remaining due amount.
    if (changes.length > 1 && !attached.has(transfer.id)) settlements.push(await changeByTransfers(deps, tx, [invoiceId], {}));
  }
  if (concerned.size > 0) settlements.push(await changeByTransfers(deps, tx, [...concerned], {}));
  await notifyOtherAmounts(deps, tx, odd);
  await moveMoney(deps, tx, settlements);
}
