import { popup, toast } from '@stablegate/ui';
import { isNetworkError } from '../../lib/api/api-error';
import { errorText } from '../../lib/api/error-text';
import { useTranslation } from '../../lib/i18n/texts';
import { isSignInNotConfirmed } from '../../lib/session/recent-sign-in';

/** Section 9 of both specifications: the copy toast of the list of merchants stays 3 s, all others and the messages 2 s. */
const LIST_COPY_MS = 3_000;
const COPY_MS = 2_000;
const SUCCESS_MS = 2_000;

/** How this feature reports the result of an action. */
export function useAnnounce() {
  const { t } = useTranslation();
  const failed = (text: string, detail?: string) =>
    void popup({ icon: 'error', title: t('Error'), text, ...(detail !== undefined && { detail }), buttonLabel: t('OK') });
  return {
    succeeded: (title: string, text: string) => void popup({ icon: 'success', title, text, timerMs: SUCCESS_MS }),
    done: (text: string) => toast.success(text, { durationMs: SUCCESS_MS }),
    /** The server's message, otherwise `otherwise`; silent when the user declined to confirm the sign-in. */
    refused: (error: unknown, otherwise: string) => {
      if (!isSignInNotConfirmed(error)) failed(isNetworkError(error) ? otherwise : errorText(t, error, otherwise));
    },
    /** The specified sentence, with the server's reason below it. */
    failed: (error: unknown, text: string) => {
      if (!isSignInNotConfirmed(error)) failed(text, errorText(t, error, ''));
    },
    copied: (text: string, { inList = false } = {}) => toast.success(text, { id: 'copied', durationMs: inList ? LIST_COPY_MS : COPY_MS }),
    copyRefused: () => toast.error(t('The browser did not allow copying. Please select the text and copy it by hand.'), { id: 'copied' }),
  };
}
