import { type Wallet, walletsApi } from '@stablegate/contract';
import { call } from '../../../lib/api/api';
import { useTranslation } from '../../../lib/i18n/texts';
import { PendingChange } from '../pending/pending-change';

export function PendingAddress({ wallet: { id, address, pendingAddress, pendingAt } }: { wallet: Wallet }) {
  const { t } = useTranslation();
  if (pendingAddress === null || pendingAt === null) return null;
  return (
    <PendingChange at={pendingAt} onCancel={() => call(walletsApi.cancelChange, { params: { id } })}>
      {pendingAddress === address ? (
        t('New invoices use this address')
      ) : (
        <>
          {t('New invoices use')}{' '}
          <span className="mono" dir="ltr">
            {pendingAddress}
          </span>
        </>
      )}
    </PendingChange>
  );
}
