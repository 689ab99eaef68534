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
