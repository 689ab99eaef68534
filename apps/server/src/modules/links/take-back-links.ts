import { recordTakenBack } from '../../platform/audit';
import type { Past } from '../../platform/audit-past.domain';
import type { Tx } from '../../platform/db/db';
import { asPaymentLinkId } from '../../platform/id-types';
import type { Author } from '../../platform/principal';
import { readAmount, recordOf, settingsOf } from './link-settings';
import { type LinkFields, lockLink, updateLink } from './links.queries';

/** Prices, limits and texts as they were; questions stay, since the log has them shortened. */
function fieldsThen(now: LinkFields, then: ReturnType<Past['settingsOf']>): LinkFields {
  const amount = (field: 'price' | 'amountMax' | 'holdMax', current: bigint | null) =>
    then[field] === undefined ? current : readAmount(then[field]);
  return {
    ...now,
    name: then.name ?? now.name,
    description: then.description === undefined ? now.description : then.description,
    successMessage: then.successMessage === undefined ? now.successMessage : then.successMessage,
    amountMicros: amount('price', now.amountMicros),
    amountMaxMicros: amount('amountMax', now.amountMaxMicros),
    holdMaxMicros: amount('holdMax', now.holdMaxMicros),
    stock: then.stock === undefined ? now.stock : then.stock === null ? null : Number.parseInt(then.stock, 10),
    endsAt: then.endsAt === undefined ? now.endsAt : then.endsAt === null ? null : new Date(then.endsAt),
    enabled: then.enabled === undefined ? now.enabled : then.enabled === 'on',
  };
}

const CHANGED = ['payment-link.changed', 'payment-link.repriced'] as const;

/** Links that were made are closed, changed ones sell again what they sold. A deleted one is gone. */
export async function takeBackLinks(tx: Tx, author: Author, past: Past): Promise<void> {
  const made = past.subjectsOf('payment-link.created');
  for (const subject of new Set([...made, ...past.subjectsOf(...CHANGED)])) {
    const link = await lockLink(tx, author.userId, asPaymentLinkId(subject));
    if (link === undefined) continue;
    const fields = fieldsThen(link, past.settingsOf(subject, ...CHANGED));
    const after = { ...link, ...fields, enabled: fields.enabled && !made.includes(subject) };
    await updateLink(tx, author.userId, link.id, after);
    const { detail } = recordOf(link);
    await recordTakenBack(tx, author, { action: 'payment-link.changed', subject, detail }, settingsOf(link), settingsOf(after));
  }
}
