import { Notice } from '@stablegate/ui';
import type { ReactNode } from 'react';
import { dollarsInText } from '../../lib/i18n/format';
import { useTranslation } from '../../lib/i18n/texts';
import type { OwnDeposit } from './read-deposit';

/** Says how a payment ended; until then the children. */
export function DepositOutcome({ deposit, children }: { deposit: OwnDeposit | undefined; children: ReactNode }) {
  const { t } = useTranslation();
  if (deposit?.status === 'PAID') {
    return (
      <Notice tone="success" role="status" title={t('Payment received')}>
        {t('{{amount}} was added to your balance.', { amount: dollarsInText(deposit.received, 2) })}
      </Notice>
    );
  }
  if (deposit?.status === 'CANCELED')
    return <Notice role="status">{t('The time for this payment is over. Money that arrives later is still credited.')}</Notice>;
  return children;
}
