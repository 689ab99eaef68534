import type { AttachedTransferWire, InvoiceClaim, InvoiceDetails, MatchedBy, PaymentView } from '@stablegate/contract';
import { formatMicros } from '@stablegate/rules';
import { AppError } from '../../../platform/app-error';
import type { InvoiceId, UserId } from '../../../platform/id-types';
import type { Transfer } from '../../chains/chains.service';
import { listClaimsFor } from '../inbox/claims.queries';
import type { InvoiceDeps } from '../invoices.deps';
import { findByTransId, findOfUser, type InvoiceRecord, listAttachedIds, listTimeline } from '../invoices.queries';
import { findReservedDue } from '../settle/reserve-due.queries';
import {
  exactDue,
  missingMicros,
  networksOf,
  paymentUrl,
  type Sighting,
  toInvoiceWire,
  toLoggedEvent,
  toPaymentView,
  toTransferWire,
} from './invoice-views';
import { loggedSince, loggedUntil } from './logged-since';
import { readNotices } from './payment-notices';
import { type TimelineTransfer, timelineOf } from './timeline.domain';

export function found(invoice: InvoiceRecord | undefined): InvoiceRecord {
  if (invoice === undefined) throw new AppError('not_found');
  return invoice;
}

type Attached = Transfer & { readonly matchedBy: MatchedBy };

async function transfersOf(deps: InvoiceDeps, invoiceId: InvoiceId): Promise<Attached[]> {
  const attached = await listAttachedIds(deps.db.query, invoiceId);
  if (attached.length === 0) return [];
  const ids = attached.map(({ id }) => id);
  const known = await deps.db.transaction((tx) => deps.chains.listTransfers(tx, ids));
  const transfers = new Map(known.map((transfer) => [transfer.id, transfer]));
  return attached.flatMap(({ id, matchedBy }) => {
    const transfer = transfers.get(id);
    return transfer === undefined ? [] : [{ ...transfer, matchedBy }];
  });
}

/** The newest pending transfer, if any. */
async function findSighting(deps: InvoiceDeps, invoice: InvoiceRecord): Promise<Sighting | undefined> {
  if (invoice.status !== 'PROCESSING') return undefined;
  const transfer = (await transfersOf(deps, invoice.id)).findLast(({ state }) => state !== 'reorged');
  if (transfer === undefined) return undefined;
  const { network, txHash, fromAddress } = transfer;
  return { ...(await deps.chains.confirmationsOf(transfer)), network, txHash, fromAddress };
}

export async function getPaymentView(deps: InvoiceDeps, transId: string): Promise<PaymentView> {
  const invoice = found(await findByTransId(deps.db.query, transId));
  const [sighting, reservedDue, notices] = await Promise.all([
    findSighting(deps, invoice),
    findReservedDue(deps.db.query, invoice),
    readNotices(deps, invoice),
  ]);
  const { chains, timeZone } = deps;
  return toPaymentView(invoice, { sighting, reservedDue, notices, chains, now: deps.clocks.business.now(), timeZone });
}

const toTimelineTransfer = async (deps: InvoiceDeps, transfer: Transfer): Promise<TimelineTransfer> => ({
  ...transfer,
  ...(await deps.chains.confirmationsOf(transfer)),
  isGone: transfer.state === 'reorged',
});

const toAttachedWire = (transfer: Attached, { status }: InvoiceRecord): AttachedTransferWire => ({
  ...toTransferWire(transfer),
  matchedBy: transfer.matchedBy,
  canUndo: status !== 'SUCCESS' && transfer.state === 'matched',
});

async function claimsFor(deps: InvoiceDeps, invoiceId: InvoiceId): Promise<InvoiceClaim[]> {
  const claims = await listClaimsFor(deps.db.query, invoiceId);
  return Promise.all(
    claims.map(async ({ network, txHash, at, signed }) => {
      const transfers = (await deps.chains.findByHash(network, txHash)).filter(({ state }) => state !== 'reorged');
      const found = transfers.map(({ id, amountMicros, state }) => ({ id, amount: formatMicros(amountMicros), state }));
      return { network, txHash, at: at.toISOString(), signed, transfers: found };
    }),
  );
}

export async function getInvoiceDetails(deps: InvoiceDeps, userId: UserId, transId: string): Promise<InvoiceDetails> {
  const invoice = found(await findOfUser(deps.db.query, userId, transId));
  const [reservedDue, transfers, events, callbackAttempts, callback, claims] = await Promise.all([
    findReservedDue(deps.db.query, invoice),
    transfersOf(deps, invoice.id),
    listTimeline(deps.db.query, invoice.id, {
      since: loggedSince(invoice.createdAt, deps.clocks),
      until: loggedUntil(deps.clocks),
    }),
    deps.readCallbackAttempts(invoice.id),
    deps.readCallbackState(invoice.id),
    claimsFor(deps, invoice.id),
  ]);
  const timeline = timelineOf({
    ...invoice,
    events: events.map(toLoggedEvent),
    transfers: await Promise.all(transfers.map((transfer) => toTimelineTransfer(deps, transfer))),
    attempts: callbackAttempts,
  });
  const due = exactDue(invoice, reservedDue);
  return {
    ...toInvoiceWire(invoice),
    fee: formatMicros(invoice.feeMicros),
    paid: formatMicros(invoice.paidMicros),
    due: formatMicros(due ?? missingMicros(invoice)),
    dueExact: due !== undefined,
    networks: networksOf(invoice),
    successUrl: invoice.successUrl,
    cancelUrl: invoice.cancelUrl,
    urlPayment: paymentUrl(deps.publicUrl, invoice.transId),
    callbackResponse: callbackAttempts.findLast(({ response }) => response !== null)?.response ?? null,
    transfers: transfers.map((transfer) => toAttachedWire(transfer, invoice)),
    claims,
    callbackAttempts: [...callbackAttempts],
    timeline,
    metadata: invoice.metadata ?? {},
    ...callback,
  };
}
