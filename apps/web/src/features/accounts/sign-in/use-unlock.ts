import { securityApi } from '@stablegate/contract';
import { popup } from '@stablegate/ui';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../../lib/api/api';
import { ApiError } from '../../../lib/api/api-error';
import { errorText, requestOf } from '../../../lib/api/error-text';
import { useTranslation } from '../../../lib/i18n/texts';
import { type PendingStep, pendingLogin } from './pending-login';
import { signInSearch } from './sign-in-search';
import { useFinishSignIn } from './use-finish-sign-in';
import { takeWhitelistUsername } from './whitelist-link';

export type UnlockState = 'ready' | 'needs-username' | 'expired';

/** Uses the mailed link: signed in, or on to the second step, which a link never replaces. */
export function useUnlock(token: string) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search } = useLocation();
  const finish = useFinishSignIn();
  const [state, setState] = useState<UnlockState>('ready');
  const step = useRef<PendingStep>({ method: 'totp' });

  const goToCode = async (username: string) => {
    pendingLogin.remember(username, step.current);
    await navigate({ pathname: '/2fa', search: signInSearch(search) });
  };
  const unlock = async () => {
    try {
      const reply = await call(securityApi.useWhitelistLink, { body: { token } });
      if (!('require2FA' in reply)) return await finish({ hasWelcome: true });
      step.current = reply;
      const username = takeWhitelistUsername();
      return username === '' ? setState('needs-username') : await goToCode(username);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'token_expired') return setState('expired');
      const text = errorText(t, error, t('Something went wrong. Please try again.'));
      void popup({ title: t('Login Failed'), text, icon: 'error', failed: requestOf(t, error), buttonLabel: t('OK') });
    }
  };
  return { unlock, goToCode, state };
}
