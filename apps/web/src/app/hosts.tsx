import { PopupHost, ToastHost, toast } from '@stablegate/ui';
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../lib/i18n/texts';
import { recentSignIn } from '../lib/session/recent-sign-in';

/** The dialog brings the form library, which most visits never need: it is fetched when it is asked for. */
function RecentSignInHost() {
  const { t } = useTranslation();
  const isAsked = useSyncExternalStore(recentSignIn.subscribe, recentSignIn.isAsked);
  const [Dialog, setDialog] = useState<ComponentType>();
  useEffect(() => {
    if (!isAsked || Dialog !== undefined) return;
    import('../lib/session/recent-sign-in-dialog').then(
      (loaded) => setDialog(() => loaded.RecentSignInDialog),
      () => {
        toast.error(t('This page could not be shown'));
        recentSignIn.settle(false);
      },
    );
  }, [isAsked, Dialog, t]);
  return Dialog === undefined ? null : <Dialog />;
}

/** Hosts of popups and toasts; earlier messages wait in the queues. */
export default function Hosts({ dir }: { dir: 'ltr' | 'rtl' }) {
  const { t } = useTranslation();
  return (
    <>
      <RecentSignInHost />
      <PopupHost />
      <ToastHost label={t('Notifications')} dir={dir} />
    </>
  );
}
