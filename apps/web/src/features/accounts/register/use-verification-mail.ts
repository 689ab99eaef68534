import { emailVerificationApi } from '@stablegate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api';
import { ApiError, isNetworkError } from '../../../lib/api/api-error';
import { errorText } from '../../../lib/api/error-text';
import { useTranslation } from '../../../lib/i18n/texts';
import { sessionQuery } from '../../../lib/session/session';
import { useResendCountdown } from './resend-countdown';

export type MailOutcome = { tone: 'success' | 'danger'; text: string };

const isTooEarly = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'WAIT_BEFORE_RESEND';

/** Requests the link, to the present or a new address; both share the countdown and the message. */
export function useVerificationMail(userId: string) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const countdown = useResendCountdown(`verify:${userId}`);
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<MailOutcome>();

  /** True when the mail was queued. */
  const ask = async (request: () => Promise<unknown>, success: string, failure: (error: unknown) => string): Promise<boolean> => {
    if (isSending || countdown.left > 0) return false;
    setSending(true);
    setOutcome(undefined);
    try {
      await request();
      countdown.start();
      setOutcome({ tone: 'success', text: success });
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      return true;
    } catch (error) {
      if (isTooEarly(error) && error.retryAfterSeconds !== undefined) countdown.start(error.retryAfterSeconds);
      setOutcome({ tone: 'danger', text: failure(error) });
      return false;
    } finally {
      setSending(false);
    }
  };

  return {
    isSending,
    left: countdown.left,
    outcome,
    forgetOutcome: () => setOutcome(undefined),
    send: () =>
      ask(
        () => call(emailVerificationApi.send),
        t('Verification link sent!'),
        (error) =>
          isTooEarly(error) ? t('Please wait before requesting another verification email.') : t('Failed to send verification email.'),
      ),
    update: (newEmail: string) =>
      ask(
        () => call(emailVerificationApi.updateEmail, { query: { newEmail } }),
        t('Verification sent to new email.'),
        (error) => (isNetworkError(error) ? t('Failed to update email.') : errorText(t, error, t('Failed to update email.'))),
      ),
  };
}

export type VerificationMail = ReturnType<typeof useVerificationMail>;
