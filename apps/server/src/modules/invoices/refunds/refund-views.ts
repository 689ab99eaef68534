import type { MerchantRefund, Refund, RefundOverview, RefundWarning } from '@stablegate/contract';
import { formatMicros } from '@stablegate/rules';
import { assertDefined } from '../../../platform/assert';
import type { InvoiceId, UserId } from '../../../platform/id-types';
import type { InvoiceDeps } from '../invoices.deps';
import { findOfUser, type InvoiceRecord } from '../invoices.queries';
import { found } from '../read/read-invoice';
import { listAttached } from '../settle/settle-transfers.queries';
import { leftToRefund, type Received, suggestRefunds } from './refunds.domain';
import { countMerchantsPaid, listRefunds, type RefundRecord } from './refunds.queries';
import { SEARCH_MS } from './search-refunds.domain';

/** As shops read it. */
export const toMerchantRefund = (refund: RefundRecord): MerchantRefund => ({
  id: refund.id,
  amount: formatMicros(refund.amountMicros),
  network: refund.network,
  from_address: assertDefined(refund.fromAddress, 'the sender of a confirmed refund'),
  to_address: refund.toAddress,
  trans_hash: assertDefined(refund.txHash, 'the transaction of a confirmed refund'),
  reason: refund.reason,
  confirmed_at: assertDefined(refund.finalAt, 'the time of a confirmed refund').toISOString(),
});

export async function toRefundWire({ chains }: Pick<InvoiceDeps, 'chains'>, refund: RefundRecord): Promise<Refund> {
  const { id, network, toAddress, reason, status, txHash, problem, fromAddress, blockNumber, finalAt } = refund;
  const counted = blockNumber === null ? undefined : await chains.confirmationsOf({ network, blockNumber, finalAt, state: 'seen' });
  const isSearched = status === 'planned' && txHash === null && refund.searchAt !== null;
  return {
    id,
    network,
    amount: formatMicros(refund.amountMicros),
    toAddress,
    reason,
    status,
    createdAt: refund.createdAt.toISOString(),
    txHash,
    problem,
    fromAddress,
    blockNumber,
    blockTime: refund.blockTime?.toISOString() ?? null,
    confirmations: counted?.confirmations ?? null,
    confirmationsNeeded: counted?.required ?? null,
    confirmedAt: finalAt?.toISOString() ?? null,
    searchedUntil: isSearched ? new Date(refund.createdAt.getTime() + SEARCH_MS).toISOString() : null,
  };
}

/** Payments that are final: what may still vanish is not sent back. */
export async function listReceived({ db }: InvoiceDeps, invoiceId: InvoiceId): Promise<Received[]> {
  const attached = await db.transaction(async (tx) => (await listAttached(tx, [invoiceId])).get(invoiceId) ?? []);
  return attached.filter(({ final }) => final);
}

export async function readRefunds(deps: InvoiceDeps, userId: UserId, transId: string): Promise<RefundOverview> {
  const invoice = found(await findOfUser(deps.db.query, userId, transId));
  const [received, refunds] = await Promise.all([listReceived(deps, invoice.id), listRefunds(deps.db.query, invoice.id)]);
  const left = leftToRefund(received, refunds);
  return {
    received: formatMicros(received.reduce((total, { amountMicros }) => total + amountMicros, 0n)),
    refunded: formatMicros(invoice.refundedMicros),
    left: formatMicros(left),
    suggestions: suggestRefunds(invoice, received, left).map(({ amountMicros, ...each }) => ({
      ...each,
      amount: formatMicros(amountMicros),
    })),
    refunds: await Promise.all(refunds.map((refund) => toRefundWire(deps, refund))),
  };
}

/** The confirmed ones, oldest first. */
export async function listConfirmed(deps: InvoiceDeps, { id, refundedMicros }: InvoiceRecord): Promise<MerchantRefund[]> {
  if (refundedMicros === 0n) return [];
  const refunds = await listRefunds(deps.db.query, id);
  return refunds
    .filter(({ status }) => status === 'confirmed')
    .toReversed()
    .map(toMerchantRefund);
}

/** A person buys at few of our merchants; an exchange's hot wallet pays for all of its customers. */
const MERCHANTS_OF_A_PERSON_MAX = 2;

/** `isSender`: a payment of the invoice came from there. */
export async function warningsOf(
  deps: InvoiceDeps,
  network: RefundRecord['network'],
  address: string,
  { isSender, mayAskNodes }: { readonly isSender: boolean; readonly mayAskNodes: boolean },
): Promise<RefundWarning[]> {
  const parsed = assertDefined(deps.chains.parseAddress(network, address), 'an address that was checked');
  const [merchants, facts] = await Promise.all([
    countMerchantsPaid(deps.db.query, parsed.display),
    deps.chains.lookUpAddress(network, parsed, { mayAskNodes }),
  ]);
  return [
    ...(merchants > MERCHANTS_OF_A_PERSON_MAX ? (['pays_many'] as const) : []),
    ...(facts.isBusy ? (['busy'] as const) : []),
    ...(facts.warnings.length > 0 ? (['contract'] as const) : []),
    ...(isSender ? [] : (['not_the_sender'] as const)),
  ];
}
