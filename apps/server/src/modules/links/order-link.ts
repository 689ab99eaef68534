import { formatMicros } from '@stablegate/rules';
import { AppError, invalidValue } from '../../platform/app-error';
import { randomToken } from '../../platform/ids';
import type { MadeInvoice } from '../invoices/invoices.service';
import type { LinkDeps } from './links.deps';
import { metadataOf, stateOf, unanswered } from './links.domain';
import { findLinkBySlug, insertLinkInvoice, type LinkRecord, lockLink } from './links.queries';

export type LinkOrder = { readonly amount?: string | undefined; readonly answers: readonly string[] };

/** 128 bits: whoever knows it has seen the invoice's page. */
const ORDER_BYTES = 16;
export const requestIdOf = (order: string): string => `link-${order}`;
export const linkUrl = (publicUrl: string, slug: string): string => new URL(`/pay/${slug}`, publicUrl).href;

/** What the merchant lacks is no business of the customer: addresses, balance, free amounts. */
const OF_THE_MERCHANT = new Set(['insufficient_balance', 'store_has_no_address', 'store_inactive', 'too_many_open_invoices_for_amount']);

function amountOf({ amountMicros }: LinkRecord, { amount }: LinkOrder): string {
  if (amountMicros !== null) return formatMicros(amountMicros, 4);
  if (amount === undefined) throw invalidValue('amount', 'Please enter an amount.');
  return amount;
}

function readOrder(deps: LinkDeps, link: LinkRecord | undefined, order: LinkOrder): LinkRecord {
  if (link === undefined) throw new AppError('not_found');
  if (stateOf(link, deps.clocks.business.now()) !== 'open') throw new AppError('link_not_open');
  const missing = unanswered(link.questions, order.answers);
  if (missing !== undefined) throw invalidValue(`answers.${missing}`, 'Please answer this question.');
  return link;
}

/** The same path as an invoice by the API; the link's row is locked, so that the last item is sold once. */
export async function orderLink(deps: LinkDeps, slug: string, order: LinkOrder): Promise<MadeInvoice> {
  try {
    return await deps.db.transaction(async (tx) => {
      await lockLink(tx, slug);
      const link = readOrder(deps, await findLinkBySlug(tx, slug), order);
      const store = await deps.stores.getOwnStore(link.userId, link.storeId);
      const token = randomToken(ORDER_BYTES);
      const page = linkUrl(deps.publicUrl, slug);
      const input = {
        name: link.name,
        description: link.description ?? undefined,
        amount: amountOf(link, order),
        request_id: requestIdOf(token),
        success_url: `${page}?order=${token}`,
        cancel_url: page,
        metadata: metadataOf(slug, link.questions, order.answers),
      };
      const made = await deps.invoices.create(store, input, tx);
      await insertLinkInvoice(tx, link.id, made.id);
      return made;
    });
  } catch (error) {
    if (!(error instanceof AppError) || !OF_THE_MERCHANT.has(error.code)) throw error;
    deps.log.warn({ err: error, slug }, 'an invoice of a payment link could not be made');
    throw new AppError('link_not_open', { cause: error });
  }
}
