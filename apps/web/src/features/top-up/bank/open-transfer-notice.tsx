import { Button, Notice } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { dollarsInText } from '../../../lib/i18n/format';
import { useTranslation } from '../../../lib/i18n/texts';
import { fullTimeInText } from '../../../lib/time/local-time';
import { depositsQuery, NEWEST } from '../deposits.queries';
import { type BankDetails, openTransfer } from './open-transfer';

/** A transfer that was begun earlier: shown until it is paid or over. */
export function OpenTransferNotice({ onShow }: { onShow: (details: BankDetails) => void }) {
  const { t } = useTranslation();
  const { data } = useQuery(depositsQuery(NEWEST));
  const open = data && openTransfer(data.content);
  if (open === undefined) return null;
  const values = { amount: dollarsInText(open.amount, 2), time: fullTimeInText(new Date(open.expiresAt)) };
  return (
    <Notice
      role="status"
      action={
        <Button size="sm" onClick={() => onShow(open)}>
          {t('Show')}
        </Button>
      }
    >
      {t('A transfer of {{amount}} is open until {{time}}.', values)}
    </Notice>
  );
}
