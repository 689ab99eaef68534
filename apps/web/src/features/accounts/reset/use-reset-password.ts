import { passwordResetApi } from '@stablegate/contract';
import { popup } from '@stablegate/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call, sessionWatch } from '../../../lib/api/api';
import { ApiError } from '../../../lib/api/api-error';
import { errorText, requestOf } from '../../../lib/api/error-text';
import { forgetUser } from '../../../lib/api/query-client';
import { useTranslation } from '../../../lib/i18n/texts';

/** As long as the message after a sign-up. */
const SUCCESS_MS = 2_000;
const aboutPassword = new Set(['short_password', 'weak_password', 'common_password', 'guessable_password', 'invalid_value']);

/** 'expired', what is wrong with the password, or undefined when it was changed or the failure was already shown. */
export function useResetPassword(token: string): (password: string) => Promise<string | undefined> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  return async (password) => {
    try {
      await call(passwordResetApi.resetPassword, { body: { token, password } });
    } catch (error) {
      const code = error instanceof ApiError ? error.code : '';
      if (code === 'token_expired') return 'expired';
      const text = errorText(t, error, t('Something went wrong. Please try again.'));
      if (aboutPassword.has(code)) return text;
      void popup({ title: t('Your password was not changed'), text, icon: 'error', failed: requestOf(t, error), buttonLabel: t('OK') });
      return undefined;
    }
    // All sessions have ended, including this one: expected, so no "session has expired".
    sessionWatch.leaving();
    forgetUser(client);
    const text = t('Please sign in with the new one.');
    await popup({ title: t('Your password was changed'), text, icon: 'success', timerMs: SUCCESS_MS });
    await navigate('/login', { replace: true });
    return undefined;
  };
}
