import { type API_CALL_STATUSES, EPUSDT_TOKEN, MAIN_KEY } from '@stablegate/contract';
import type { BadgeTone } from '@stablegate/ui';
import type { TFunction } from '../../../lib/i18n/texts';

/** What a call was proven with. An additional key has a name of its own. */
export function keyText(t: TFunction, key: string, name: string | null): string {
  if (key === MAIN_KEY) return t('Main key');
  return key === EPUSDT_TOKEN ? t('Epusdt token') : (name ?? key);
}

type StatusClass = (typeof API_CALL_STATUSES)[number];
export const statusText = (t: TFunction, status: StatusClass): string =>
  ({ '2xx': t('Successful (2xx)'), '4xx': t('Refused (4xx)'), '5xx': t('Server error (5xx)') })[status];

export const toneOf = (status: number): BadgeTone => (status < 400 ? 'success' : status < 500 ? 'warning' : 'danger');
