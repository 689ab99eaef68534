import { ApiError } from '../api/api-error';
import { shownAmount } from './format';
import type { TFunction } from './texts';

/** Undefined unless a decision was refused because another amount has been paid by now than the one it was based on. */
export function paidChangeText(t: TFunction, error: unknown, seen: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'invoice_changed' || typeof seen !== 'string') return undefined;
  const now = error.details?.paid;
  if (typeof now !== 'string') return undefined;
  return t('{{before}} USDT had arrived when you looked, now it is {{now}} USDT. Please look again and decide.', {
    before: shownAmount(seen, 4),
    now: shownAmount(now, 4),
  });
}
