import type { LinkQuestion, LinkState, Metadata } from '@stablegate/contract';

export type LinkLimits = {
  readonly enabled: boolean;
  readonly isStoreActive: boolean;
  readonly endsAt: Date | null;
  readonly stock: number | null;
  /** Invoices that are paid or can still be paid. */
  readonly taken: number;
};

export function stateOf({ enabled, isStoreActive, endsAt, stock, taken }: LinkLimits, now: Date): LinkState {
  if (!enabled || !isStoreActive) return 'off';
  if (endsAt !== null && endsAt <= now) return 'ended';
  return stock !== null && taken >= stock ? 'sold_out' : 'open';
}

/** A stranger's order reserves money of the owner: unpaid orders of all links together hold at most this part of the balance. */
const HELD_SHARE_MAX = 10n;

export type HeldByOrders = {
  /** By unpaid orders of all the owner's links, and of this one; the new order included. */
  readonly heldMicros: bigint;
  readonly heldByLinkMicros: bigint;
  /** The balance that orders of links have left: without what the owner's own invoices hold. */
  readonly availableMicros: bigint;
};

/** An order of a fixed price may always be the only unpaid one: its amount is the owner's. */
export function mayHold(
  { amountMicros, holdMaxMicros }: { readonly amountMicros: bigint | null; readonly holdMaxMicros: bigint | null },
  held: HeldByOrders,
  orderMicros: bigint,
): boolean {
  if (holdMaxMicros !== null && held.heldByLinkMicros > holdMaxMicros) return false;
  const isOnlyOne = amountMicros !== null && held.heldMicros === orderMicros;
  return isOnlyOne || held.heldMicros * HELD_SHARE_MAX <= held.availableMicros + held.heldMicros;
}

export const leftOf = ({ stock, taken }: Pick<LinkLimits, 'stock' | 'taken'>): number | null =>
  stock === null ? null : Math.max(0, stock - taken);

/** The first required question without an answer. */
export const unanswered = (questions: readonly LinkQuestion[], answers: readonly string[]): number | undefined => {
  const index = questions.findIndex(({ required }, at) => required && (answers[at] ?? '') === '');
  return index === -1 ? undefined : index;
};

/** Answers go where a shop's own notes go: to the invoice, its callbacks and exports. */
export const metadataOf = (slug: string, questions: readonly LinkQuestion[], answers: readonly string[]): Metadata =>
  Object.fromEntries([
    ...questions.flatMap(({ label }, at) => ((answers[at] ?? '') === '' ? [] : [[label, answers[at] ?? '']])),
    ['payment_link', slug],
  ]);
