import { accountsApi } from '@stablegate/contract';
import { popup } from '@stablegate/ui';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../../lib/api/api';
import { ApiError } from '../../../lib/api/api-error';
import { errorText, requestOf } from '../../../lib/api/error-text';
import { useTranslation } from '../../../lib/i18n/texts';
import { pendingLogin } from './pending-login';
import { useFinishSignIn } from './use-finish-sign-in';

export type LoginValues = { username: string; password: string; remember: boolean };

/** The three outcomes of a sign-in (specification 1, section 4), and its failure. */
export function useLogin(): (values: LoginValues) => Promise<void> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search } = useLocation();
  const finish = useFinishSignIn();

  return async ({ username, password, remember }) => {
    try {
      const reply = await call(accountsApi.login, { body: { username, password, remember } });
      if ('require2FA' in reply) {
        pendingLogin.remember(username, reply);
        // The requested page is passed on to the second step.
        await navigate({ pathname: '/2fa', search });
      } else {
        await finish({ hasWelcome: true });
      }
    } catch (error) {
      // Not awaited: the form is usable while the message is shown.
      if (error instanceof ApiError && error.code === 'address_not_allowed') {
        // Loaded when it is used: nearly all sign-ins do without. If it does not come, the refusal is shown as it is.
        const link = await import('./whitelist-link').catch(() => undefined);
        if (link !== undefined) return void link.offerWhitelistLink(t, { username, password });
      }
      const text = errorText(t, error, t('Invalid username or password'));
      void popup({ title: t('Login Failed'), text, icon: 'error', failed: requestOf(t, error), buttonLabel: t('OK') });
    }
  };
}
