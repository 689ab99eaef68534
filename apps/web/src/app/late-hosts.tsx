import { onDemand, onPartFailed, popupQueue, prepareOverlays, toast, toastQueue, useOnDemand } from '@stablegate/ui';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../lib/i18n/texts';
import { logError } from '../lib/log';
import { recentSignIn } from '../lib/session/recent-sign-in';
import { onFirstInteraction } from './start/first-interaction';

const hostsPart = onDemand(() => import('./hosts'));

/** Nothing waits while a page is rendered. */
const nothing = () => false;
const useIsAsked = (): boolean => {
  const hasPopup = useSyncExternalStore(popupQueue.subscribe, () => popupQueue.current() !== undefined, nothing);
  const hasToast = useSyncExternalStore(toastQueue.subscribe, toastQueue.hasWaiting, nothing);
  const hasDialog = useSyncExternalStore(recentSignIn.subscribe, recentSignIn.isAsked, nothing);
  return hasPopup || hasToast || hasDialog;
};

/** Without the host's code the browser asks in its own way: a question that is never shown would never be answered. */
function fallbackToNativeDialogs(): void {
  for (let request = popupQueue.current(); request !== undefined; request = popupQueue.current()) {
    const { id, title, text, detail, cancelLabel } = request;
    const words = [title, text, detail].filter(Boolean).join('\n');
    if (cancelLabel === undefined) window.alert(words);
    popupQueue.settle(id, cancelLabel !== undefined && window.confirm(words));
  }
  recentSignIn.settle(false);
  toastQueue.forget();
}

/**
 * Popups and toasts, and with them menus and tooltips, are fetched at the first sign of a person, or when the first message waits. So the
 * first page does without them, and a toast finds its live region there.
 */
export function LateHosts({ dir }: { dir: 'ltr' | 'rtl' }) {
  const { t } = useTranslation();
  const [isSomebodyThere, setSomebodyThere] = useState(false);
  useEffect(
    () =>
      onFirstInteraction(() => {
        setSomebodyThere(true);
        prepareOverlays();
      }),
    [],
  );
  useEffect(
    () =>
      onPartFailed((error) => {
        logError('A part of the page could not be fetched:', error);
        toast.error(t('Something went wrong. Please try again.'), { id: 'part-failed' });
      }),
    [t],
  );
  const failed = useCallback((error: unknown) => {
    logError('Popups and toasts could not be fetched:', error);
    setSomebodyThere(false);
    fallbackToNativeDialogs();
  }, []);
  const part = useOnDemand(hostsPart, useIsAsked() || isSomebodyThere, failed);
  return part && <part.default dir={dir} />;
}
