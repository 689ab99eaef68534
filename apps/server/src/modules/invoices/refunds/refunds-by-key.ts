import type { InvoiceRefund, InvoiceRefunds, PlannedRefund, Refund, RequestedRefund } from '@stablegate/contract';
import { AppError } from '../../../platform/app-error';
import type { RefundId, UserId } from '../../../platform/id-types';
import type { StorePrincipal } from '../../../platform/principal';
import { noteNothingChanged } from '../../../platform/request-author';
import { normaliseTxHash } from '../inbox/claims.domain';
import type { InvoiceDeps } from '../invoices.deps';
import { findOfStore, type InvoiceRecord } from '../invoices.queries';
import { found } from '../read/read-invoice';
import { cancelRefund, checkRefundAddress, planRefund } from './plan-refund';
import { reportRefund } from './prove-refund';
import { readRefunds } from './refund-views';
import { findRefund } from './refunds.queries';
import { listRequestIds } from './requested-refunds.queries';

/** The same rules as on screen, for the invoices of the key's store alone. */
async function invoiceOf(
  { db }: InvoiceDeps,
  { storeId, userId }: StorePrincipal,
  transId: string,
): Promise<{ readonly invoice: InvoiceRecord; readonly userId: UserId }> {
  const invoice = found(await findOfStore(db.query, storeId, transId));
  if (userId === null) throw new AppError('not_found'); // the platform's own top-ups have no merchant who could send something back
  return { invoice, userId };
}

const toWire = (refund: Refund, requestId: string | undefined): InvoiceRefund => ({
  id: refund.id,
  request_id: requestId ?? null,
  status: refund.status,
  amount: refund.amount,
  network: refund.network,
  to_address: refund.toAddress,
  reason: refund.reason,
  created_at: refund.createdAt,
  trans_hash: refund.txHash,
  problem: refund.problem,
  from_address: refund.fromAddress,
  confirmations: refund.confirmations,
  confirmations_needed: refund.confirmationsNeeded,
  confirmed_at: refund.confirmedAt,
});

export async function listByKey(deps: InvoiceDeps, store: StorePrincipal, transId: string): Promise<InvoiceRefunds> {
  const { invoice, userId } = await invoiceOf(deps, store, transId);
  const [overview, requestIds] = await Promise.all([readRefunds(deps, userId, transId), listRequestIds(deps.db.query, invoice.id)]);
  return {
    ...overview,
    suggestions: overview.suggestions.map(({ toAddress, ...rest }) => ({ ...rest, to_address: toAddress })),
    refunds: overview.refunds.map((refund) => toWire(refund, requestIds.get(refund.id))),
  };
}

export type PlannedByKey = { readonly refund: PlannedRefund; readonly isNew: boolean };

export async function planByKey(
  deps: InvoiceDeps,
  store: StorePrincipal,
  transId: string,
  { request_id: requestId, ...input }: RequestedRefund,
  mayAskNodes: () => Promise<boolean>,
): Promise<PlannedByKey> {
  const { userId } = await invoiceOf(deps, store, transId);
  const author = { userId, strangersRefused: 'refund_to_unknown_address' } as const;
  const { refund, isNew } = await planRefund(deps, author, transId, input, requestId);
  const { warnings } = await checkRefundAddress(deps, userId, transId, { ...input, mayAskNodes: isNew && (await mayAskNodes()) });
  return { refund: { ...toWire(refund, requestId), warnings }, isNew };
}

/** A call that is repeated after its answer was lost finds the refund seen already. */
export async function reportByKey(
  deps: InvoiceDeps,
  store: StorePrincipal,
  transId: string,
  id: RefundId,
  hash: string,
): Promise<InvoiceRefund> {
  const { invoice, userId } = await invoiceOf(deps, store, transId);
  const before = await findRefund(deps.db.query, invoice.id, id);
  const isKnown =
    before !== undefined &&
    (before.status === 'seen' || before.status === 'confirmed') &&
    before.txHash === normaliseTxHash(before.network, hash);
  if (isKnown) noteNothingChanged();
  else await reportRefund(deps, userId, transId, id, hash);
  return one(deps, store, transId, id);
}

export async function cancelByKey(deps: InvoiceDeps, store: StorePrincipal, transId: string, id: RefundId): Promise<InvoiceRefund> {
  const { userId } = await invoiceOf(deps, store, transId);
  await cancelRefund(deps, userId, transId, id);
  return one(deps, store, transId, id);
}

async function one(deps: InvoiceDeps, store: StorePrincipal, transId: string, id: RefundId): Promise<InvoiceRefund> {
  const refund = (await listByKey(deps, store, transId)).refunds.find((each) => each.id === id);
  if (refund === undefined) throw new AppError('not_found');
  return refund;
}
