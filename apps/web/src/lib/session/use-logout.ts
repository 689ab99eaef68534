import { accountsApi } from '@stablegate/contract';
import { confirm, popup } from '@stablegate/ui';
import { call, sessionWatch } from '../api/api';
import { useTranslation } from '../i18n/texts';
import { logWarning } from '../log';

export function useLogout(): () => Promise<void> {
  const { t } = useTranslation();
  return async () => {
    const isSure = await confirm({
      title: t('Logout?'),
      text: t('Are you sure you want to logout?'),
      confirmLabel: t('Yes'),
      cancelLabel: t('Cancel'),
    });
    if (!isSure) return;
    try {
      await call(accountsApi.logout);
    } catch (error) {
      logWarning('Logout failed:', error);
      await popup({ title: t('Error'), text: t('Logout failed'), icon: 'error', buttonLabel: t('OK') });
      return;
    }
    sessionWatch.leaving();
    // A full page load and not a route: nothing loaded for this user stays in memory.
    window.location.assign('/login');
  };
}
