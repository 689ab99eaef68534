import { LINKS_PER_ACCOUNT_MAX, type OpenLink, type PaymentLink, type PaymentLinkInput } from '@stablegate/contract';
import { formatMicros } from '@stablegate/rules';
import { AppError } from '../../platform/app-error';
import { assertDefined } from '../../platform/assert';
import { differencesOf, recordAudit, recordSettings, recordWork } from '../../platform/audit';
import type { Tx } from '../../platform/db/db';
import type { PaymentLinkId, StoreId, UserId } from '../../platform/id-types';
import { newId, randomCharacters } from '../../platform/ids';
import type { Author } from '../../platform/principal';
import { newChallenge } from './link-proof';
import { readAmount, recordOf, settingsOf, shownAmount, writtenAmount } from './link-settings';
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
  lockLink,
  updateLink,
} from './links.queries';
import { amountMaxOf, type LinkOrder, linkUrl, orderLink, proofDeps, requestIdOf } from './order-link';
import { createOversoldFollowUp } from './oversold';
import { takeBackLinks } from './take-back-links';

/** 60 bits: short enough for a poster, and nobody finds one by guessing. */
const SLUG_CHARS = 12;

const toFields = ({ amount, amountMax, holdMax, endsAt, ...rest }: PaymentLinkInput): LinkFields => ({
  ...rest,
  amountMicros: readAmount(amount),
  amountMaxMicros: readAmount(amountMax),
  holdMaxMicros: readAmount(holdMax),
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
    amount: shownAmount(link.amountMicros),
    amountMax: shownAmount(link.amountMaxMicros),
    holdMax: shownAmount(link.holdMaxMicros),
    held: formatMicros(link.heldMicros),
    endsAt: link.endsAt?.toISOString() ?? null,
    state: stateOf(link, now),
    createdAt: link.createdAt.toISOString(),
  };
}

type PaidOrder = Pick<OpenLink, 'receipt' | 'isOversold'>;
const UNPAID: PaidOrder = { receipt: null, isOversold: false };

async function findPaidOrder({ db, invoices }: LinkDeps, { id, storeId }: LinkRecord, order: string | undefined): Promise<PaidOrder> {
  if (order === undefined) return UNPAID;
  const invoice = await invoices.getByRequestId(storeId, requestIdOf(order)).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  });
  if (invoice?.status !== 'SUCCESS' || !(await isOfLink(db.query, id, invoice.id))) return UNPAID;
  // What arrived, with the fee on top; nothing arrived here where the shop confirmed a payment made elsewhere.
  return {
    receipt: { transId: invoice.transId, amount: formatMicros(invoice.paidMicros || invoice.payableMicros) },
    isOversold: invoice.flags.includes('oversold'),
  };
}

/** A thief's price sells for nothing: the owner is mailed about it, as about an address. */
async function recordChange({ outbox }: LinkDeps, tx: Tx, author: Author, before: LinkRecord, after: LinkRecord): Promise<void> {
  const settings = [settingsOf(before), settingsOf(after)] as const;
  if (before.amountMicros === after.amountMicros)
    return recordSettings(tx, { action: 'payment-link.changed', ...recordOf(before) }, ...settings);
  const { subject, detail } = recordOf(before);
  await recordAudit(outbox, tx, author, { action: 'payment-link.repriced', subject, detail, ...differencesOf(...settings) });
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
      const id = newId('paymentLink', now());
      const slug = randomCharacters(SLUG_CHARS);
      await db.transaction(async (tx) => {
        if ((await countLinks(tx, userId)) >= LINKS_PER_ACCOUNT_MAX) throw new AppError('too_many_links');
        await insertLink(tx, { ...toFields(input), id, slug, userId, storeId, createdAt: now() });
        const link = assertDefined(await findLink(tx, userId, id), 'the link just made');
        await recordSettings(tx, { action: 'payment-link.created', ...recordOf(link) }, {}, settingsOf(link));
      });
      return get(userId, id);
    },
    change: async (author: Author, id: PaymentLinkId, input: PaymentLinkInput): Promise<PaymentLink> => {
      await db.transaction(async (tx) => {
        const before = await lockLink(tx, author.userId, id);
        if (before === undefined) throw new AppError('not_found');
        await updateLink(tx, author.userId, id, toFields(input));
        const after = assertDefined(await findLink(tx, author.userId, id), 'the link that is locked');
        await recordChange(deps, tx, author, before, after);
      });
      return get(author.userId, id);
    },
    remove: async (userId: UserId, id: PaymentLinkId): Promise<void> => {
      await db.transaction(async (tx) => {
        const link = await lockLink(tx, userId, id);
        if (link === undefined) throw new AppError('not_found');
        await deleteLink(tx, userId, id, now());
        await recordWork(tx, { action: 'payment-link.deleted', ...recordOf(link) });
      });
    },
    /** Which websites may frame an invoice or the page of a link. */
    embedOriginsOf: (page: 'bill' | 'pay', id: string) => listEmbedOrigins(db.query, page, id),
    /** For customers; the message only for those who have paid. */
    open: async (slug: string, order: string | undefined, ip: string): Promise<OpenLink> => {
      const link = await findLinkBySlug(db.query, slug);
      if (link === undefined) throw new AppError('not_found');
      const { receipt, isOversold } = await findPaidOrder(deps, link, order);
      return {
        store: link.storeName,
        name: link.name,
        description: link.description,
        amount: shownAmount(link.amountMicros),
        amountMax: link.amountMicros === null ? writtenAmount(amountMaxOf(link)) : null,
        state: stateOf(link, now()),
        left: leftOf(link),
        questions: [...link.questions],
        successMessage: receipt === null || isOversold ? null : link.successMessage,
        isOversold,
        proof: newChallenge(proofDeps(deps), { slug, ip }) ?? null,
        isPaid: receipt !== null,
        receipt,
      };
    },
    order: (slug: string, order: LinkOrder, countMade: () => Promise<void>) => orderLink(deps, slug, order, countMade),
    markOversold: createOversoldFollowUp(deps),
    /** For the accounts, whose owners report a theft. */
    takeBack: takeBackLinks,
  };
}
export type LinkService = ReturnType<typeof createLinkService>;
