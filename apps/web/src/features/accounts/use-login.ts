import { accountsApi } from '@stablegate/contract';
import { confirm, popup } from '@stablegate/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../lib/api';
import { errorText } from '../../lib/error-text';
import { safeNext } from '../../lib/next-url';
import { fetchSession, sessionQuery } from '../../lib/session';
import { pendingLogin } from './pending-login';

/** Specification 1, section 9: the success popup stands for 1.5 s. */
const WELCOME_MS = 1_500;

export type LoginValues = { username: string; password: string; remember: boolean };

/** The three ends of a sign-in (specification 1, section 4), and its failure. */
export function useLogin(): (values: LoginValues) => Promise<void> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const location = useLocation();
  const client = useQueryClient();

  const finish = async () => {
    pendingLogin.forget();
    const session = await fetchSession();
    if (!session.isAuthenticated) {
      const wantsReload = await confirm({
        title: t('Please refresh'),
        text: t('Login updated, but session not ready. Please reload.'),
        icon: 'warning',
        confirmLabel: t('Reload'),
        cancelLabel: t('Cancel'),
      });
      if (wantsReload) window.location.reload();
      return;
    }
    await popup({ title: t('Welcome back!'), text: t('Login successful'), icon: 'success', timerMs: WELCOME_MS });
    // Only now do the guards hear of it: they would leave this page under the popup.
    client.setQueryData(sessionQuery.queryKey, session);
    await navigate(safeNext(new URLSearchParams(location.search).get('next')), { replace: true });
  };

  return async ({ username, password, remember }) => {
    try {
      const reply = await call(accountsApi.login, { body: { username, password, remember } });
      if ('require2FA' in reply) {
        pendingLogin.remember(username);
        // The page that was asked for goes along to the second step.
        await navigate({ pathname: '/2fa', search: location.search });
      } else {
        await finish();
      }
    } catch (error) {
      const text = errorText(t, error, t('Invalid username or password'));
      // Not waited for: the form is ready again while the message stands.
      void popup({ title: t('Login Failed'), text, icon: 'error', buttonLabel: t('OK') });
    }
  };
}
