import type { ErrorCode, Network, NewRefund, Refund, RefundWarning } from '@stablegate/contract';
import { formatMicros, parseMicros } from '@stablegate/rules';
import { AppError, invalidValue, refusedField } from '../../../platform/app-error';
import { assertDefined } from '../../../platform/assert';
import { recordWork } from '../../../platform/audit';
import type { RefundId, UserId } from '../../../platform/id-types';
import { newId } from '../../../platform/ids';
import { currentActor, noteNothingChanged } from '../../../platform/request-author';
import type { ParsedAddress } from '../../chains/chains.service';
import type { InvoiceDeps } from '../invoices.deps';
import { findOfUser, lockInvoices } from '../invoices.queries';
import { found } from '../read/read-invoice';
import { listAttached } from '../settle/settle-transfers.queries';
import { listReceived, toRefundWire, warningsOf } from './refund-views';
import { leftToRefund, type Received } from './refunds.domain';
import { insertRefund, listRefunds, lockRefund, type RefundRecord, saveCancelled } from './refunds.queries';
import { findRequested, saveRequestId } from './requested-refunds.queries';
import { nextSearchAt, searchPauseMs } from './search-refunds.domain';

const REFUNDS_PER_INVOICE_MAX = 20;
/** Cancelled ones included, so that planning and cancelling in turn cannot fill the table. */
const PLANS_PER_INVOICE_MAX = 200;

/** An address to which USDT can be sent, and not one of the merchant's own: what arrives there would be taken for a payment. */
async function checkedAddress(deps: InvoiceDeps, userId: UserId, network: Network, text: string): Promise<ParsedAddress> {
  if (!deps.enabledNetworks.includes(network)) throw invalidValue('network', 'This network is not available.');
  const reason = deps.chains.unusableBecause(network, text);
  if (reason !== undefined) throw refusedField(reason, 'address');
  const address = deps.chains.parseAddress(network, text);
  if (address === undefined) throw refusedField('invalid_address', 'address');
  const owner = await deps.chains.ownerOf(deps.db.query, network, address.display);
  if (owner === 'platform' || owner?.userId === userId) throw refusedField('refund_to_own_address', 'address');
  return address;
}

/** On any network of its family: the key that paid on one can spend on all of them. */
const isOf = (deps: InvoiceDeps, { family, key }: ParsedAddress, network: Network, text: string): boolean => {
  const other = deps.chains.parseAddress(network, text);
  return other?.family === family && other.key === key;
};
const receivedFrom = (deps: InvoiceDeps, received: readonly Received[], address: ParsedAddress): Received[] =>
  received.filter(({ network, fromAddress }) => isOf(deps, address, network, fromAddress));

export async function checkRefundAddress(
  deps: InvoiceDeps,
  userId: UserId,
  transId: string,
  { network, address: text, mayAskNodes }: { readonly network: Network; readonly address: string; readonly mayAskNodes: boolean },
): Promise<{ address: string; warnings: RefundWarning[] }> {
  const invoice = found(await findOfUser(deps.db.query, userId, transId));
  const address = await checkedAddress(deps, userId, network, text);
  const known = { isSender: receivedFrom(deps, await listReceived(deps, invoice.id), address).length > 0, mayAskNodes };
  return { address: address.display, warnings: await warningsOf(deps, network, address.display, known) };
}

export type RefundAuthor = {
  readonly userId: UserId;
  /**
   * Why an address from which none of the payments came, or more than came from it, is refused; undefined: it is not. Whoever sits at an open
   * session or stole a key could otherwise have the merchant send money to a stranger, who would only have to pay a little first.
   */
  readonly strangersRefused: ErrorCode | undefined;
};
export type Planned = { readonly refund: Refund; readonly isNew: boolean };

/** A repeated call gets the same refund; one that asks for something else is no repetition. */
function repeated(earlier: RefundRecord, input: Pick<RefundRecord, 'network' | 'toKey' | 'amountMicros' | 'reason'>): RefundRecord {
  const { network, toKey, amountMicros, reason } = input;
  const isSame =
    earlier.network === network && earlier.toKey === toKey && earlier.amountMicros === amountMicros && earlier.reason === reason;
  if (!isSame) throw new AppError('refund_request_id_reused');
  return earlier;
}

/** A person signs in once more and goes on; a key cannot. */
const moreThanCame = (strangersRefused: ErrorCode): AppError =>
  strangersRefused === 'recent_sign_in_required' ? new AppError(strangersRefused) : refusedField('refund_too_large', 'amount');

function checkCount(refunds: readonly RefundRecord[]): void {
  const counted = refunds.filter(({ status }) => status !== 'cancelled').length;
  if (counted >= REFUNDS_PER_INVOICE_MAX || refunds.length >= PLANS_PER_INVOICE_MAX) throw new AppError('too_many_refunds');
}

/** What the merchant is about to send. It moves no money and no fee. With the shop's own number, a second call returns the first refund. */
export async function planRefund(
  deps: InvoiceDeps,
  { userId, strangersRefused }: RefundAuthor,
  transId: string,
  input: NewRefund,
  requestId?: string,
): Promise<Planned> {
  const { id: invoiceId } = found(await findOfUser(deps.db.query, userId, transId));
  const { network, reason } = input;
  const address = await checkedAddress(deps, userId, network, input.address);
  const amountMicros = assertDefined(parseMicros(input.amount), 'an amount that was validated');
  const now = deps.clocks.business.now();
  const id = newId('refund', now);
  const planned = await deps.db.transaction(async (tx) => {
    await lockInvoices(tx, [invoiceId]); // two plans at once cannot exceed what is left
    const { key: toKey, display: toAddress } = address;
    const earlier = requestId === undefined ? undefined : await findRequested(tx, invoiceId, requestId);
    if (earlier !== undefined) {
      noteNothingChanged();
      return { record: repeated(earlier, { network, toKey, amountMicros, reason }), isNew: false };
    }
    const received = ((await listAttached(tx, [invoiceId])).get(invoiceId) ?? []).filter(({ final }) => final);
    const refunds = await listRefunds(tx, invoiceId);
    checkCount(refunds);
    const ofAddress = receivedFrom(deps, received, address);
    if (strangersRefused !== undefined && ofAddress.length === 0) throw new AppError(strangersRefused);
    if (amountMicros > leftToRefund(received, refunds)) throw refusedField('refund_too_large', 'amount');
    const backBefore = refunds.filter((each) => isOf(deps, address, each.network, each.toAddress));
    if (strangersRefused !== undefined && amountMicros > leftToRefund(ofAddress, backBefore)) throw moreThanCame(strangersRefused);
    const search = { searchAt: nextSearchAt(now, assertDefined(searchPauseMs(0, 'caught up'), 'a search of a new refund')) };
    const plan = {
      id,
      invoiceId,
      userId,
      network,
      toAddress,
      toKey,
      amountMicros,
      reason,
      createdBy: currentActor(),
      createdAt: now,
      ...search,
    };
    await insertRefund(tx, plan);
    if (requestId !== undefined) await saveRequestId(tx, id, requestId);
    const detail = { transId, network, address: toAddress, amount: formatMicros(amountMicros), reason };
    await recordWork(tx, { action: 'refund.planned', subject: id, detail, userId });
    return { record: assertDefined(await lockRefund(tx, id), 'the refund just planned'), isNew: true };
  });
  deps.announceCreated();
  return { refund: await toRefundWire(deps, planned.record), isNew: planned.isNew };
}

/** Only what was not seen on chain: what was sent cannot be taken back. */
export async function cancelRefund(deps: InvoiceDeps, userId: UserId, transId: string, id: RefundId): Promise<Refund> {
  const invoice = found(await findOfUser(deps.db.query, userId, transId));
  const refund = await deps.db.transaction(async (tx) => {
    await lockInvoices(tx, [invoice.id]);
    const before = await lockRefund(tx, id);
    if (before?.invoiceId !== invoice.id) throw new AppError('not_found');
    if (before.status !== 'planned') throw new AppError('refund_not_open');
    await saveCancelled(tx, id, deps.clocks.business.now());
    const detail = { transId, network: before.network, address: before.toAddress };
    await recordWork(tx, { action: 'refund.cancelled', subject: id, detail, userId });
    return assertDefined(await lockRefund(tx, id), 'the refund just cancelled');
  });
  return toRefundWire(deps, refund);
}
