import { formatMicros, parseMicros } from '@stablegate/rules';
import { assertDefined } from '../../platform/assert';
import type { Settings } from '../../platform/audit';
import type { LinkRecord } from './links.queries';

export const writtenAmount = (amountMicros: bigint): string => formatMicros(amountMicros, 4);
export const shownAmount = (amountMicros: bigint | null): string | null => (amountMicros === null ? null : writtenAmount(amountMicros));

export const readAmount = (amount: string | null): bigint | null =>
  amount === null ? null : assertDefined(parseMicros(amount), 'an amount that was validated');

export const recordOf = ({ id, userId, storeName, name }: LinkRecord) => ({
  subject: id,
  userId,
  detail: { store: storeName, link: name },
});

/** As the audit log shows them, and takes them back. */
export const settingsOf = (link: LinkRecord): Settings => ({
  name: link.name,
  description: link.description,
  price: shownAmount(link.amountMicros),
  amountMax: shownAmount(link.amountMaxMicros),
  holdMax: shownAmount(link.holdMaxMicros),
  stock: link.stock,
  endsAt: link.endsAt,
  questions: link.questions.map(({ label, required }) => (required ? `${label} *` : label)).join(', '),
  successMessage: link.successMessage,
  enabled: link.enabled,
});
