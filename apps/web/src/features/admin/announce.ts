import { popup } from '@stablegate/ui';
import { useEffect, useState } from 'react';
import { isNetworkError } from '../../lib/api/api-error';
import { errorText } from '../../lib/api/error-text';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';
import { hasFailed } from '../../lib/lists/load-error';
import { isSignInNotConfirmed } from '../../lib/session/recent-sign-in';

const SUCCESS_MS = 2_000;

/** The specified sentence, and the server's reason below it. Resolves when it is closed. */
function showFailure(t: TFunction, error: unknown, { text, noAnswer }: { text: string; noAnswer: string }): Promise<void> {
  const reason = isNetworkError(error) ? noAnswer : errorText(t, error, '');
  return popup({ icon: 'error', title: t('Error'), text, ...(reason !== '' && { detail: reason }), buttonLabel: t('OK') });
}

/** How the back office reports an action's result. */
export function useAdminAnnounce() {
  const { t } = useTranslation();
  return {
    done: (title: string, text?: string) =>
      void popup({ icon: 'success', title, ...(text !== undefined && { text }), timerMs: SUCCESS_MS, buttonLabel: t('OK') }),
    /** Neither done nor failed: it stays until it is read. */
    note: (title: string, text: string) => void popup({ icon: 'info', title, text, buttonLabel: t('OK') }),
    warn: (title: string) => void popup({ icon: 'warning', title, buttonLabel: t('OK') }),
    failed: (error: unknown, text: string) => {
      // Whether it was saved before the connection broke, nobody knows.
      if (!isSignInNotConfirmed(error)) void showFailure(t, error, { text, noAnswer: t('The server did not answer. Please try again.') });
    },
  };
}

/**
 * Specification 2, section 8: on the language screen a failed load is a dialog too. Shown once for each failure, not for each retry. True
 * while it is open and there is nothing else to show: the same error in place, with its retry, follows it.
 */
export function useLoadErrorDialog(read: { isError: boolean; error: unknown; data?: unknown }, text: string): boolean {
  const { isError, error } = read;
  const { t } = useTranslation();
  const [isClosed, setClosed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the failure is the event
  useEffect(() => {
    if (!isError) return setClosed(false);
    let isCurrent = true;
    const noAnswer = t('The server did not answer. No data was changed.');
    void showFailure(t, error, { text, noAnswer }).then(() => isCurrent && setClosed(true));
    return () => {
      isCurrent = false;
    };
  }, [isError]);
  return hasFailed(read) && !isClosed;
}
