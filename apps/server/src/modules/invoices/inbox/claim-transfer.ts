import { type ClaimReply, claimMessage, type Network } from '@stablegate/contract';
import { DUST_MICROS, formatMicros } from '@stablegate/rules';
import { AppError, invalidValue } from '../../../platform/app-error';
import { insertAudit } from '../../../platform/audit';
import type { Tx } from '../../../platform/db/db';
import type { FoundTransfer, Transfer } from '../../chains/chains.service';
import type { InvoiceDeps } from '../invoices.deps';
import { findByTransId, type InvoiceRecord, lockInvoices } from '../invoices.queries';
import { networksOf } from '../read/invoice-views';
import { notifyOtherAmounts } from '../read/payment-notices';
import { found } from '../read/read-invoice';
import { precedes } from '../settle/matching.queries';
import { settleInvoices } from '../settle/settle-transfers';
import { attachTransfer, findAttachments } from '../settle/settle-transfers.queries';
import { normaliseTxHash } from './claims.domain';
import { saveClaim } from './claims.queries';

export type ClaimInput = { readonly network: Network; readonly tx_hash: string; readonly signature?: string | undefined };
type Claim = {
  readonly invoice: InvoiceRecord;
  readonly network: Network;
  readonly txHash: string;
  /** The transfer may have paid an order of another gateway: only the owner, who sees both, may decide. Signed or not. */
  readonly isShared: boolean;
};

/** A payer names one or two transactions; more would be probing. */
const CLAIMS_PER_INVOICE_MAX = 5;
const HASH_RULE = 'Please enter the transaction hash as your wallet or the block explorer shows it.';

/** Only transfers to an address of this invoice: other addresses' transfers must not leak here. */
function toInvoice<T extends { readonly toAddress: string }>(deps: InvoiceDeps, { invoice, network }: Claim, transfers: readonly T[]): T[] {
  const keyOf = (on: Network, address: string): string | undefined => {
    const parsed = deps.chains.parseAddress(on, address);
    return parsed === undefined ? undefined : `${parsed.family}:${parsed.key}`;
  };
  const own = new Set(networksOf(invoice).map((target) => keyOf(target.network, target.address)));
  return transfers.filter(({ toAddress }) => own.has(keyOf(network, toAddress)));
}

const sumOf = (transfers: readonly { readonly amountMicros: bigint }[]): bigint =>
  transfers.reduce((sum, { amountMicros }) => sum + amountMicros, 0n);

function replyTo(
  { invoice, network, txHash, isShared }: Claim,
  state: ClaimReply['state'],
  transfers: readonly FoundTransfer[] = [],
  signed = false,
): ClaimReply {
  const [first] = transfers;
  const canSign = first !== undefined && !signed && !isShared && state === 'waiting_for_merchant';
  return {
    state,
    network,
    tx_hash: txHash,
    signed,
    ...(first === undefined ? {} : { amount: formatMicros(sumOf(transfers)), from_address: first.fromAddress }),
    ...(canSign ? { message: claimMessage(invoice.transId, network, txHash) } : {}),
  };
}

async function keep(deps: InvoiceDeps, tx: Tx, { invoice, network, txHash }: Claim, isSigned: boolean): Promise<InvoiceRecord> {
  const [locked] = await lockInvoices(tx, [invoice.id]);
  const claim = { invoiceId: invoice.id, network, txHash, at: deps.clocks.business.now(), isSigned };
  if (locked === undefined || !(await saveClaim(tx, claim, CLAIMS_PER_INVOICE_MAX))) throw new AppError('too_many_claims');
  return locked;
}

/** The sender's signature assigns a transfer like the owner would, unless the owner or the amount has already decided. */
async function assignSigned(deps: InvoiceDeps, tx: Tx, invoice: InvoiceRecord, transfers: readonly Transfer[]): Promise<void> {
  if (invoice.status === 'SUCCESS' || invoice.monitorUntil === null) return;
  const open = transfers.filter(
    ({ state, ownerId, amountMicros }) => state === 'unmatched' && ownerId === invoice.userId && amountMicros >= DUST_MICROS,
  );
  const now = deps.clocks.business.now();
  for (const { id: transferId, amountMicros, fromAddress, ...transfer } of open) {
    await deps.chains.setTransferState(tx, transferId, 'matched');
    await attachTransfer(tx, { transferId, invoiceId: invoice.id, amountMicros, matchedBy: 'signed' }, now);
    const detail = { transId: invoice.transId, network: transfer.network, txHash: transfer.txHash };
    await insertAudit(tx, { actor: fromAddress, action: 'transfer.claimed', subject: transferId, detail });
  }
  if (open.length === 0) return;
  await settleInvoices(deps, tx, [invoice.id], { because: 'the sending address has signed that it is for this invoice' });
  await notifyOtherAmounts(deps, tx, open);
}

/** One transaction is in one block. */
async function isTooEarly(
  deps: InvoiceDeps,
  { invoice, network }: Claim,
  [first]: readonly Pick<FoundTransfer, 'blockNumber' | 'blockTime'>[],
): Promise<boolean> {
  return first !== undefined && !(await precedes(deps.db.query, invoice.id, { ...first, network }));
}

/** A known transfer: stored for the merchant, and assigned when the sender has signed. */
async function claimKnown(deps: InvoiceDeps, claim: Claim, known: readonly Transfer[], signature: string | undefined): Promise<ClaimReply> {
  const { invoice, network, txHash } = claim;
  const message = claimMessage(invoice.transId, network, txHash);
  const signed =
    signature === undefined ? [] : known.filter(({ fromAddress }) => deps.chains.isSignedBy(network, fromAddress, message, signature));
  if (signature !== undefined && signed.length === 0) throw new AppError('invalid_signature');
  const attached = await deps.db.transaction(async (tx) => {
    const transfers = await deps.chains.lockTransfers(
      tx,
      known.map(({ id }) => id),
    );
    const locked = await keep(deps, tx, claim, signed.length > 0);
    const signedIds = new Set(signed.map(({ id }) => id));
    const assigned = claim.isShared ? [] : transfers.filter(({ id }) => signedIds.has(id));
    await assignSigned(deps, tx, locked, assigned);
    return findAttachments(tx, [...transfers.map(({ id }) => id)]);
  });
  const isOwn = known.some(({ id }) => attached.get(id) === invoice.id);
  deps.log.info({ transId: invoice.transId, network, txHash, signed: signed.length > 0, isOwn }, 'transfer claimed by its payer');
  return replyTo(claim, isOwn ? 'matched_this_invoice' : 'waiting_for_merchant', known, signed.length > 0);
}

/** An unknown transfer: the nodes are asked, and missed blocks are rescanned. */
async function claimUnknown(deps: InvoiceDeps, claim: Claim, mayAsk: () => Promise<void>): Promise<ClaimReply> {
  const { invoice, network, txHash } = claim;
  if (!invoice.networks.includes(network)) throw invalidValue('network', 'This invoice cannot be paid on this network.');
  await mayAsk();
  const onChain = await deps.chains.lookUp(network, txHash).catch((error: unknown) => {
    deps.log.warn({ err: error, network, txHash }, 'a claimed transaction could not be looked up');
    throw new AppError('unavailable', { cause: error });
  });
  if (onChain === undefined) return replyTo(claim, 'not_found_yet');
  const own = toInvoice(deps, claim, onChain);
  if (own.length === 0) return replyTo(claim, 'other_address');
  if (await isTooEarly(deps, claim, own)) return replyTo(claim, 'too_early', own);
  await deps.db.transaction((tx) => keep(deps, tx, claim, false));
  // Ended long ago: only stored for the merchant. Rescanning months of blocks would delay everyone.
  if (invoice.monitorUntil === null) return replyTo(claim, 'waiting_for_merchant', own);
  await deps.chains.requestRescan(network, Math.min(...own.map(({ blockNumber }) => blockNumber)));
  deps.log.warn({ transId: invoice.transId, network, txHash }, 'a payer named a missed transfer: its block is rescanned');
  return replyTo(claim, 'being_read', own);
}

/**
 * "Sent another amount?" on the payment page. Hashes are public, so a claim moves no money by itself, and the reply reveals only what is
 * public on the chain: whether the transaction paid an address of this invoice, and when. `mayAsk` refuses where the nodes are asked too much.
 */
export async function claimTransfer(
  deps: InvoiceDeps,
  transId: string,
  { network, tx_hash, signature }: ClaimInput,
  mayAsk: () => Promise<void>,
): Promise<ClaimReply> {
  const txHash = normaliseTxHash(network, tx_hash);
  if (txHash === undefined) throw invalidValue('tx_hash', HASH_RULE);
  const invoice = found(await findByTransId(deps.db.query, transId));
  const claim = { invoice, network, txHash, isShared: await deps.stores.sharesAddresses(invoice.storeId) };
  const known = toInvoice(deps, claim, await deps.chains.findByHash(network, txHash)).filter(({ state }) => state !== 'reorged');
  if (known.length === 0) return claimUnknown(deps, claim, mayAsk);
  if (await isTooEarly(deps, claim, known)) return replyTo(claim, 'too_early', known);
  return claimKnown(deps, claim, known, signature);
}
