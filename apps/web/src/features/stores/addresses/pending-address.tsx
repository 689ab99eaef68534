import { type Wallet, walletsApi } from '@stablegate/contract';
import { Button } from '@stablegate/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { call } from '../../../lib/api/api';
import { STORES_KEY } from '../../../lib/api/stores.queries';
import { useTranslation } from '../../../lib/i18n/texts';
import { TimeAgo } from '../../../lib/time/time-ago';
import { useAnnounce } from '../use-announce';

/** Below the address: what replaces it and when, and how to stop that. */
export function PendingAddress({ wallet: { id, address, pendingAddress, pendingAt } }: { wallet: Wallet }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const announce = useAnnounce();
  const cancel = useMutation({
    mutationFn: () => call(walletsApi.cancelChange, { params: { id } }),
    onSuccess: () => announce.done(t('The change was cancelled')),
    onError: (error) => announce.refused(error, t('Something went wrong. Please try again.')),
    onSettled: () => client.invalidateQueries({ queryKey: STORES_KEY }),
  });
  if (pendingAddress === null || pendingAt === null) return null;
  return (
    <div className="wallet-pending">
      <Clock className="icon-sm" aria-hidden="true" />
      <span>
        {pendingAddress === address ? (
          t('New invoices use this address')
        ) : (
          <>
            {t('New invoices use')}{' '}
            <span className="mono" dir="ltr">
              {pendingAddress}
            </span>
          </>
        )}{' '}
        <TimeAgo at={pendingAt} clock="business" />
      </span>
      <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {t('Cancel change')}
      </Button>
    </div>
  );
}
