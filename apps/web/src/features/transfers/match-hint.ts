import type { InboxTransfer, TransferCandidate } from '@stablegate/contract';
import { readMicros } from '@stablegate/rules';
import { decimalsOf, shownAmount } from '../../lib/i18n/format';
import type { TFunction } from '../../lib/i18n/texts';

export type Match = { kind: 'exact' | 'less' | 'more' | 'surplus'; difference: bigint };

/** A transfer compared with an invoice's missing amount. */
export function matchOf({ amount }: Pick<InboxTransfer, 'amount'>, { due, status }: Pick<TransferCandidate, 'due' | 'status'>): Match {
  const [came, missing] = [readMicros(amount) ?? 0n, readMicros(due) ?? 0n];
  if (status === 'SUCCESS') return { kind: 'surplus', difference: came };
  if (came === missing) return { kind: 'exact', difference: 0n };
  return came < missing ? { kind: 'less', difference: missing - came } : { kind: 'more', difference: came - missing };
}

/** Whether the invoice is paid with it. */
export const completes = ({ kind }: Match): boolean => kind === 'exact' || kind === 'more';

export function matchText(t: TFunction, { kind, difference }: Match): string {
  const amount = shownAmount(difference, decimalsOf(difference));
  const texts: Readonly<Record<Match['kind'], string>> = {
    exact: t('Exactly what is due'),
    less: t('{{amount}} USDT too little', { amount }),
    more: t('{{amount}} USDT too much', { amount }),
    surplus: t('Already paid: this would be a surplus'),
  };
  return texts[kind];
}
