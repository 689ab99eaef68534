import { PopupHost, ToastHost } from '@stablegate/ui';
import { useTranslation } from 'react-i18next';
import { RecentSignInDialog } from '../lib/session/recent-sign-in-dialog';

/** Where popups and toasts appear. Loaded after the first page is drawn; what is said earlier waits in the queues. */
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
