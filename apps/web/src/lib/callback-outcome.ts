import type { CallbackAttempt } from '@stablegate/contract';
import type { TFunction } from './i18n/texts';

/** What became of an attempt, in words. */
export function outcomeText(t: TFunction, { outcome, httpStatus }: Pick<CallbackAttempt, 'outcome' | 'httpStatus'>): string {
  if (httpStatus !== null) return t('Answered {{status}}', { status: httpStatus });
  const words: Readonly<Record<string, string>> = {
    timeout: t('No answer within 10 seconds'),
    unreachable: t('The server could not be reached'),
    gone: t('The endpoint was removed or switched off'),
    blocked_address: t('The address leads to an internal network'),
  };
  return words[outcome] ?? outcome;
}
