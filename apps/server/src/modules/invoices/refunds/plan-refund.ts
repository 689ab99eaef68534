import type { Network, NewRefund, Refund, RefundWarning } from '@stablegate/contract';
import { parseMicros } from '@stablegate/rules';
import { AppError, invalidValue, refusedField } from '../../../platform/app-error';
import { must } from '../../../platform/assert';
import { insertAudit } from '../../../platform/audit';
import type { RefundId, UserId } from '../../../platform/id-types';
import { newId } from '../../../platform/ids';
import { isRecentSignIn, type Principal } from '../../../platform/principal';
import type { ParsedAddress } from '../../chains/chains.service';
import type { InvoiceDeps } from '../invoices.deps';
import { findOfUser, lockInvoices } from '../invoices.queries';
import { found } from '../read/read-invoice';
import { listAttached } from '../settle/settle-transfers.queries';
import { listReceived, toRefundWire, warningsOf } from './refund-views';
import { leftToRefund, type Received } from './refunds.domain';
import { insertRefund, listRefunds, lockRefund, saveCancelled } from './refunds.queries';

const REFUNDS_PER_INVOICE_MAX = 20;

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
const isSender = (deps: InvoiceDeps, received: readonly Received[], { family, key }: ParsedAddress): boolean =>
  received.some(({ network, fromAddress }) => {
    const sender = deps.chains.parseAddress(network, fromAddress);
    return sender?.family === family && sender.key === key;
  });

export async function checkRefundAddress(
  deps: InvoiceDeps,
  userId: UserId,
  transId: string,
  { network, address: text, mayAskNodes }: { readonly network: Network; readonly address: string; readonly mayAskNodes: boolean },
): Promise<{ address: string; warnings: RefundWarning[] }> {
  const invoice = found(await findOfUser(deps.db.query, userId, transId));
  const address = await checkedAddress(deps, userId, network, text);
  const known = { isSender: isSender(deps, await listReceived(deps, invoice.id), address), mayAskNodes };
  return { address: address.display, warnings: await warningsOf(deps, network, address.display, known) };
}

/**
 * What the merchant is about to send. It moves no money and no fee. An address from which none of the payments came needs a recent sign-in:
 * whoever sits at an open session could otherwise have the merchant send money to a stranger.
 */
export async function planRefund(deps: InvoiceDeps, principal: Principal, transId: string, input: NewRefund): Promise<Refund> {
  const { userId, actorId } = principal;
  const { id: invoiceId } = found(await findOfUser(deps.db.query, userId, transId));
  const { network, reason } = input;
  const address = await checkedAddress(deps, userId, network, input.address);
  const known = await listReceived(deps, invoiceId);
  if (!isSender(deps, known, address) && !isRecentSignIn(principal, deps.clocks.real.now())) throw new AppError('recent_sign_in_required');
  const amountMicros = must(parseMicros(input.amount), 'an amount that was validated');
  const now = deps.clocks.business.now();
  const id = newId('refund', now);
  const refund = await deps.db.transaction(async (tx) => {
    await lockInvoices(tx, [invoiceId]); // two plans at once cannot exceed what is left
    const received = ((await listAttached(tx, [invoiceId])).get(invoiceId) ?? []).filter(({ final }) => final);
    const refunds = await listRefunds(tx, invoiceId);
    if (refunds.length >= REFUNDS_PER_INVOICE_MAX) throw new AppError('too_many_refunds');
    if (amountMicros > leftToRefund(received, refunds)) throw refusedField('refund_too_large', 'amount');
    const { key: toKey, display: toAddress } = address;
    await insertRefund(tx, { id, invoiceId, userId, network, toAddress, toKey, amountMicros, reason, createdBy: actorId, createdAt: now });
    const detail = { transId, network, address: toAddress, amount: input.amount, reason };
    await insertAudit(tx, { actor: actorId, action: 'refund.planned', subject: id, detail, userId });
    return must(await lockRefund(tx, id), 'the refund just planned');
  });
  deps.announceCreated();
  return toRefundWire(deps, refund);
}

/** Only what was not seen on chain: what was sent cannot be taken back. */
export async function cancelRefund(deps: InvoiceDeps, { userId, actorId }: Principal, transId: string, id: RefundId): Promise<Refund> {
  const invoice = found(await findOfUser(deps.db.query, userId, transId));
  const refund = await deps.db.transaction(async (tx) => {
    await lockInvoices(tx, [invoice.id]);
    const before = await lockRefund(tx, id);
    if (before?.invoiceId !== invoice.id) throw new AppError('not_found');
    if (before.status !== 'planned') throw new AppError('refund_not_open');
    await saveCancelled(tx, id, deps.clocks.business.now());
    const detail = { transId, network: before.network, address: before.toAddress };
    await insertAudit(tx, { actor: actorId, action: 'refund.cancelled', subject: id, detail, userId });
    return must(await lockRefund(tx, id), 'the refund just cancelled');
  });
  return toRefundWire(deps, refund);
}
