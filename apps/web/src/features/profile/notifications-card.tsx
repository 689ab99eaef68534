import { type NotificationSettings, notificationsApi } from '@stablegate/contract';
import { Card, toast } from '@stablegate/ui';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api';
import { errorText } from '../../lib/api/error-text';
import { useTranslation } from '../../lib/i18n/texts';
import { hasFailed, LoadError } from '../../lib/lists/load-error';
import { useOwnProfile } from './own-profile';
import { SettingRow } from './setting-row';

const notificationsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['notifications', userId],
    queryFn: ({ signal }) => call(notificationsApi.get, { params: { id: userId }, signal }),
  });

/** The switch moves immediately and reverts when the server refuses. */
function useChange(userId: string) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { queryKey } = notificationsQuery(userId);
  return useMutation({
    mutationFn: (change: Partial<NotificationSettings>) => call(notificationsApi.update, { params: { id: userId }, body: change }),
    onMutate: (change) => {
      const before = client.getQueryData(queryKey);
      if (before !== undefined) client.setQueryData(queryKey, { ...before, ...change });
      return { before };
    },
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved);
      toast.success(t('Saved'), { id: 'notifications' });
    },
    onError: (error, _change, context) => {
      client.setQueryData(queryKey, context?.before);
      toast.error(errorText(t, error, t('Something went wrong. Please try again.')), { id: 'notifications' });
    },
  });
}

/** Which mails about their business the user gets. */
export function NotificationsCard() {
  const { t } = useTranslation();
  const { userId } = useOwnProfile();
  const settings = useQuery(notificationsQuery(userId));
  const { mutate } = useChange(userId);
  if (hasFailed(settings)) {
    return <LoadError title={t('Your notifications could not be loaded')} read={settings} />;
  }
  return (
    <Card title={t('Email notifications')} className="notifications">
      <SettingRow
        title={t('Invoice paid')}
        text={t('Send an email for every invoice that is paid.')}
        isOn={settings.data?.invoicePaid}
        onChange={(invoicePaid) => mutate({ invoicePaid })}
      />
      <SettingRow
        title={t('Low balance')}
        text={t('Send an email when the available balance runs low.')}
        isOn={settings.data?.lowBalance}
        onChange={(lowBalance) => mutate({ lowBalance })}
      />
      <SettingRow
        title={t('Monthly statement')}
        text={t('Send an email with the statement of every merchant on the first of the month.')}
        isOn={settings.data?.monthlyStatement}
        onChange={(monthlyStatement) => mutate({ monthlyStatement })}
      />
    </Card>
  );
}
