import { popup } from '@stablegate/ui';
import { useEffect, useRef } from 'react';
import { isNetworkError } from '../../lib/api/api-error';
import { errorText } from '../../lib/api/error-text';
import { useTranslation } from '../../lib/i18n/texts';
import { isSignInNotConfirmed } from '../../lib/session/recent-sign-in';

const SUCCESS_MS = 2_000;

/** How the back office reports an action's result: the specified sentence, and the server's reason below it. */
export function useAdminAnnounce() {
  const { t } = useTranslation();
  return {
    done: (title: string, text?: string) =>
      void popup({ icon: 'success', title, ...(text !== undefined && { text }), timerMs: SUCCESS_MS, buttonLabel: t('OK') }),
    warn: (title: string) => void popup({ icon: 'warning', title, buttonLabel: t('OK') }),
    failed: (error: unknown, text: string) => {
      if (isSignInNotConfirmed(error)) return;
      const reason = isNetworkError(error) ? t('The server did not answer. No data was changed.') : errorText(t, error, '');
      void popup({ icon: 'error', title: t('Error'), text, ...(reason !== '' && { detail: reason }), buttonLabel: t('OK') });
    },
  };
}

/** Specification 2, section 8: on the language screen a failed load is a dialog too. Said once for each failure, not for each retry. */
export function useAnnounceLoadError({ isError, error }: { isError: boolean; error: unknown }, text: string): void {
  const announce = useAdminAnnounce();
  const said = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the failure is the event
  useEffect(() => {
    if (isError && !said.current) announce.failed(error, text);
    said.current = isError;
  }, [isError]);
}
