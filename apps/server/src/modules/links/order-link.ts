import { LINK_AMOUNT_MAX_DEFAULT, LINK_UNPAID_PER_ADDRESS_MAX, type LinkProof } from '@stablegate/contract';
import { formatMicros, parseMicros } from '@stablegate/rules';
import { AppError, invalidValue } from '../../platform/app-error';
import { assertDefined } from '../../platform/assert';
import type { Tx } from '../../platform/db/db';
import { randomToken } from '../../platform/ids';
import { addressBlock } from '../../platform/net/address-block';
import { sha256 } from '../../platform/secrets/crypto';
import type { MadeInvoice } from '../invoices/invoices.service';
import { requireProof } from './link-proof';
import type { LinkDeps } from './links.deps';
import { mayHold, metadataOf, stateOf, unanswered } from './links.domain';
import { countUnpaid, findLinkBySlug, insertLinkInvoice, type LinkRecord, lockOrders, sumHeld } from './links.queries';

export type LinkOrder = {
  readonly amount?: string | undefined;
  readonly answers: readonly string[];
  readonly proof?: LinkProof | undefined;
  readonly ip: string;
};

/** 128 bits: whoever knows it has seen the invoice's page. */
const ORDER_BYTES = 16;
export const requestIdOf = (order: string): string => `link-${order}`;
export const linkUrl = (publicUrl: string, slug: string): string => new URL(`/pay/${slug}`, publicUrl).href;

/** What the merchant lacks is no business of the customer: addresses, balance, free amounts. */
const OF_THE_MERCHANT = new Set(['insufficient_balance', 'store_has_no_address', 'store_inactive', 'too_many_open_invoices_for_amount']);

/** The greatest amount that a customer may choose. */
export const amountMaxOf = ({ amountMaxMicros }: Pick<LinkRecord, 'amountMaxMicros'>): bigint =>
  amountMaxMicros ?? assertDefined(parseMicros(LINK_AMOUNT_MAX_DEFAULT), 'a constant amount');

function amountOf(link: LinkRecord, { amount }: LinkOrder): string {
  if (link.amountMicros !== null) return formatMicros(link.amountMicros, 4);
  if (amount === undefined) throw invalidValue('amount', 'Please enter an amount.');
  if (assertDefined(parseMicros(amount), 'an amount that was validated') > amountMaxOf(link))
    throw invalidValue('amount', 'This is more than can be paid here at once.');
  return amount;
}

function readOrder(deps: LinkDeps, link: LinkRecord | undefined, order: LinkOrder): LinkRecord {
  if (link === undefined) throw new AppError('not_found');
  if (stateOf(link, deps.clocks.business.now()) !== 'open') throw new AppError('link_not_open');
  const missing = unanswered(link.questions, order.answers);
  if (missing !== undefined) throw invalidValue(`answers.${missing}`, 'Please answer this question.');
  return link;
}

/** Customers are anonymous: however many orders they make, most of the balance stays for the owner's own invoices. */
async function requireShare(deps: LinkDeps, tx: Tx, link: LinkRecord, orderMicros: bigint): Promise<void> {
  if (orderMicros === 0n) return;
  const [held, { available }] = [await sumHeld(tx, link.userId, link.id), await deps.ledger.getBalance(link.userId, tx)];
  if (!mayHold(link, { ...held, availableMicros: available }, orderMicros)) throw new AppError('insufficient_balance');
}

export const proofDeps = ({ secrets, clocks, protection }: LinkDeps) => ({ secrets, clock: clocks.real, bits: protection.linkProofBits });

/**
 * The same path as an invoice by the API; orders of an owner's links are made one by one, so that the last item is sold once. `countMade` throws
 * when there were too many; refused orders do not count, or a stranger's would keep customers out.
 */
export async function orderLink(deps: LinkDeps, slug: string, order: LinkOrder, countMade: () => Promise<void>): Promise<MadeInvoice> {
  try {
    const challenge = requireProof(proofDeps(deps), { slug, ip: order.ip }, order.proof);
    return await deps.db.transaction(async (tx) => {
      await lockOrders(tx, slug);
      const link = readOrder(deps, await findLinkBySlug(tx, slug), order);
      const orderedBy = addressBlock(order.ip);
      if ((await countUnpaid(tx, link.id, orderedBy)) >= LINK_UNPAID_PER_ADDRESS_MAX) throw new AppError('too_many_unpaid_orders');
      const store = await deps.stores.getOwnStore(link.userId, link.storeId, tx);
      // A request_id makes one invoice, and so does a proof: the same order again gets the same one.
      const token = challenge === undefined ? randomToken(ORDER_BYTES) : sha256(challenge).subarray(0, ORDER_BYTES).toString('base64url');
      const page = linkUrl(deps.publicUrl, slug);
      const input = {
        name: link.name,
        description: link.description ?? undefined,
        amount: amountOf(link, order),
        amountIsChosen: link.amountMicros === null,
        request_id: requestIdOf(token),
        success_url: `${page}?order=${token}`,
        cancel_url: page,
        metadata: metadataOf(slug, link.questions, order.answers),
      };
      const made = await deps.invoices.create(store, input, tx);
      if (!made.created) return made;
      await requireShare(deps, tx, link, await insertLinkInvoice(tx, link.id, made.id, orderedBy));
      await countMade();
      return made;
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'request_id_reused') throw new AppError('proof_needed', { cause: error });
    if (!OF_THE_MERCHANT.has(error.code)) throw error;
    deps.log.warn({ err: error, slug }, 'an invoice of a payment link could not be made');
    throw new AppError('link_not_open', { cause: error });
  }
}
