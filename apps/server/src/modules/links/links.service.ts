import { LINKS_PER_ACCOUNT_MAX, type OpenLink, type PaymentLink, type PaymentLinkInput } from '@stablegate/contract';
import { formatMicros, parseMicros } from '@stablegate/rules';
import { AppError } from '../../platform/app-error';
import { must } from '../../platform/assert';
import type { PaymentLinkId, StoreId, UserId } from '../../platform/id-types';
import { newId, randomCharacters } from '../../platform/ids';
import type { LinkDeps } from './links.deps';
import { leftOf, stateOf } from './links.domain';
import {
  countLinks,
  deleteLink,
  findLink,
  findLinkBySlug,
  insertLink,
  isOfLink,
  type LinkFields,
  type LinkRecord,
  listEmbedOrigins,
  listLinks,
  updateLink,
} from './links.queries';
import { type LinkOrder, linkUrl, orderLink, requestIdOf } from './order-link';

/** 60 bits: short enough for a poster, and nobody finds one by guessing. */
const SLUG_CHARS = 12;

const written = (amountMicros: bigint): string => formatMicros(amountMicros, 4);
const shown = (amountMicros: bigint | null): string | null => (amountMicros === null ? null : written(amountMicros));

const toFields = ({ amount, endsAt, ...rest }: PaymentLinkInput): LinkFields => ({
  ...rest,
  amountMicros: amount === null ? null : must(parseMicros(amount), 'an amount that was validated'),
  endsAt: endsAt === null ? null : new Date(endsAt),
});

function toWire(link: LinkRecord, publicUrl: string, now: Date): PaymentLink {
  const { id, storeId, storeName, name, description, stock, questions, successMessage, enabled, paid, taken } = link;
  return {
    id,
    storeId,
    storeName,
    name,
    description,
    stock,
    questions: [...questions],
    successMessage,
    enabled,
    paid,
    taken,
    url: linkUrl(publicUrl, link.slug),
    amount: shown(link.amountMicros),
    endsAt: link.endsAt?.toISOString() ?? null,
    state: stateOf(link, now),
    createdAt: link.createdAt.toISOString(),
  };
}

async function receiptOf({ db, invoices }: LinkDeps, { id, storeId }: LinkRecord, order: string | undefined): Promise<OpenLink['receipt']> {
  if (order === undefined) return null;
  const invoice = await invoices.getByRequestId(storeId, requestIdOf(order)).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  });
  if (invoice?.status !== 'SUCCESS' || !(await isOfLink(db.query, id, invoice.id))) return null;
  // What arrived, with the fee on top; nothing arrived here where the shop confirmed a payment made elsewhere.
  return { transId: invoice.transId, amount: formatMicros(invoice.paidMicros || invoice.payableMicros) };
}

export function createLinkService(deps: LinkDeps) {
  const { db, clocks, publicUrl } = deps;
  const now = () => clocks.business.now();
  const get = async (userId: UserId, id: PaymentLinkId): Promise<PaymentLink> => {
    const link = await findLink(db.query, userId, id);
    if (link === undefined) throw new AppError('not_found');
    return toWire(link, publicUrl, now());
  };
  return {
    list: async (userId: UserId): Promise<PaymentLink[]> =>
      (await listLinks(db.query, userId)).map((link) => toWire(link, publicUrl, now())),
    create: async (userId: UserId, storeId: StoreId, input: PaymentLinkInput): Promise<PaymentLink> => {
      await deps.stores.getOwnStore(userId, storeId);
      if ((await countLinks(db.query, userId)) >= LINKS_PER_ACCOUNT_MAX) throw new AppError('too_many_links');
      const id = newId('paymentLink', now());
      await insertLink(db.query, { ...toFields(input), id, slug: randomCharacters(SLUG_CHARS), userId, storeId, createdAt: now() });
      return get(userId, id);
    },
    change: async (userId: UserId, id: PaymentLinkId, input: PaymentLinkInput): Promise<PaymentLink> => {
      if (!(await updateLink(db.query, userId, id, toFields(input)))) throw new AppError('not_found');
      return get(userId, id);
    },
    remove: async (userId: UserId, id: PaymentLinkId): Promise<void> => {
      if (!(await db.transaction((tx) => deleteLink(tx, userId, id, now())))) throw new AppError('not_found');
    },
    /** Which websites may frame an invoice or the page of a link. */
    embedOriginsOf: (page: 'bill' | 'pay', id: string) => listEmbedOrigins(db.query, page, id),
    /** For customers; the message only for those who have paid. */
    open: async (slug: string, order: string | undefined): Promise<OpenLink> => {
      const link = await findLinkBySlug(db.query, slug);
      if (link === undefined) throw new AppError('not_found');
      const receipt = await receiptOf(deps, link, order);
      return {
        store: link.storeName,
        name: link.name,
        description: link.description,
        amount: shown(link.amountMicros),
        state: stateOf(link, now()),
        left: leftOf(link),
        questions: [...link.questions],
        successMessage: receipt === null ? null : link.successMessage,
        isPaid: receipt !== null,
        receipt,
      };
    },
    order: (slug: string, order: LinkOrder) => orderLink(deps, slug, order),
  };
}
export type LinkService = ReturnType<typeof createLinkService>;
