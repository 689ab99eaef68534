import { Notice } from '@stablegate/ui';
import { shownAmount, withUnit } from '../../lib/i18n/format';
import { useTranslation } from '../../lib/i18n/texts';
import { DepositOutcome } from './deposit-outcome';
import { useDepositStatus } from './use-deposit-status';
import type { OpenedPayment } from './use-top-up';

/** The state of the payment opened in another tab, and a link to it, also when the browser blocked the tab. */
export function OpenedNotice({ payment: { id, url, isBlocked, payable } }: { payment: OpenedPayment }) {
  const { t } = useTranslation();
  const deposit = useDepositStatus(id);
  return (
    <DepositOutcome deposit={deposit}>
      <Notice
        tone={isBlocked ? 'warning' : 'info'}
        role="status"
        title={isBlocked ? t('Your browser blocked the new tab') : t('Waiting for your payment')}
      >
        {payable !== undefined && <p>{withUnit(t('Send exactly {{amount}} USDT.', { amount: shownAmount(payable, 4) }))}</p>}
        <a className="link" href={url} target="_blank" rel="noopener">
          {t('Open the payment page')}
        </a>
      </Notice>
    </DepositOutcome>
  );
}
