import { twoFactorApi } from '@stablegate/contract';
import { popup } from '@stablegate/ui';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../../lib/api/api';
import { ApiError } from '../../../lib/api/api-error';
import { errorText } from '../../../lib/api/error-text';
import { useTranslation } from '../../../lib/i18n/texts';
import { pendingLogin } from './pending-login';
import { signInSearch } from './sign-in-search';
import { useFinishSignIn } from './use-finish-sign-in';

/** The second step of a sign-in. `onRefused` resets the form before the message appears. */
export function useVerifyCode(onRefused: () => void) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search } = useLocation();
  const finish = useFinishSignIn();
  const [isVerifying, setVerifying] = useState(false);

  const sendBack = async (text: string) => {
    await popup({ title: t('Authentication Error'), text, icon: 'error', buttonLabel: t('Back to sign in') });
    await navigate({ pathname: '/login', search: signInSearch(search) });
  };
  const explain = async (error: unknown) => {
    const code = error instanceof ApiError ? error.code : '';
    // The password step is too old, or too many codes were wrong: another code would not help.
    if (code === 'no_pending_login') return sendBack(t('Please sign in with your password first.'));
    const wrongCode = t('The code is invalid or has expired.');
    const text = code === 'invalid_code' ? wrongCode : errorText(t, error, wrongCode);
    await popup({ title: t('Verification Failed'), text, icon: 'error', buttonLabel: t('Try again') });
  };

  const verify = async (code: string) => {
    if (isVerifying) return;
    const username = pendingLogin.username();
    if (username === undefined) return sendBack(t('User not authenticated.'));
    setVerifying(true);
    try {
      const { redirectUrl } = await call(twoFactorApi.verifyLogin, { body: { code, username } });
      await finish({ redirectUrl });
    } catch (error) {
      // Rendered synchronously, so that the boxes can take the focus that the closing message returns.
      flushSync(() => setVerifying(false));
      onRefused();
      await explain(error);
    }
  };
  return { verify, isVerifying };
}
