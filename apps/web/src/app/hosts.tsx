import { PopupHost, ToastHost } from '@stablegate/ui';
import { useTranslation } from 'react-i18next';
import { RecentSignInDialog } from '../lib/session/recent-sign-in-dialog';

/** Hosts of popups and toasts. Loaded after the first page is rendered; earlier messages wait in the queues. */
export default function Hosts({ dir }: { dir: 'ltr' | 'rtl' }) {
  const { t } = useTranslation();
  return (
    <>
      <RecentSignInDialog />
      <PopupHost />
      <ToastHost label={t('Notifications')} dir={dir} />
    </>
  );
}
