import { API_SCOPE_LABELS, type ApiKeyState, type ApiScope } from '@stablegate/contract';
import type { BadgeTone } from '@stablegate/ui';
import type { TFunction } from '../../../lib/i18n/texts';

export const scopeName = (t: TFunction, scope: ApiScope): string => t(API_SCOPE_LABELS[scope]);

export const stateLook = (t: TFunction, state: ApiKeyState): { tone: BadgeTone; text: string } =>
  (
    ({
      active: { tone: 'success', text: t('Active') },
      ending: { tone: 'warning', text: t('Ending') },
      expired: { tone: 'neutral', text: t('Expired') },
      replaced: { tone: 'neutral', text: t('Replaced') },
      revoked: { tone: 'neutral', text: t('Revoked') },
    }) as const
  )[state];

/** "for 24 hours" and the like, after a roll. */
export const overlapName = (t: TFunction, hours: number): string => {
  if (hours === 0) return t('The old key stops now');
  if (hours === 1) return t('Keep the old key for 1 hour');
  return hours < 48 ? t('Keep the old key for {{hours}} hours', { hours }) : t('Keep the old key for {{days}} days', { days: hours / 24 });
};
