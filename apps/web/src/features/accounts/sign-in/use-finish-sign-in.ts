import { confirm, popup } from '@stablegate/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '../../../lib/i18n/texts';
import { logWarning } from '../../../lib/log';
import { fetchSession, GUEST, sessionQuery } from '../../../lib/session/session';
import { pendingLogin } from './pending-login';
import { signInTarget } from './sign-in-target';

/** Specification 1, section 9: the success popup is shown for 1.5 s. */
const WELCOME_MS = 1_500;

export type FinishOptions = { /** Where the server wants the user to go. */ redirectUrl?: string; hasWelcome?: boolean };

/** After the server's sign-in: reads the session, shows the welcome, and continues. */
export function useFinishSignIn(): (options?: FinishOptions) => Promise<void> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const location = useLocation();
  const client = useQueryClient();

  const askForReload = async () => {
    const wantsReload = await confirm({
      title: t('Please refresh'),
      text: t('Login updated, but session not ready. Please reload.'),
      icon: 'warning',
      confirmLabel: t('Reload'),
      cancelLabel: t('Cancel'),
    });
    if (wantsReload) window.location.reload();
  };

  return async ({ redirectUrl, hasWelcome = false } = {}) => {
    pendingLogin.forget();
    // The sign-in succeeded: a session that cannot be read now is no failed login.
    const session = await fetchSession().catch((error: unknown) => {
      logWarning('Failed to read the session:', error);
      return GUEST;
    });
    if (!session.isAuthenticated) return askForReload();
    if (hasWelcome) await popup({ title: t('Welcome back!'), text: t('Login successful'), icon: 'success', timerMs: WELCOME_MS });
    const { path, isOwn } = signInTarget(redirectUrl, new URLSearchParams(location.search).get('next'), window.location.origin);
    // The guards redirect to the requested page as soon as they see the session; another page needs a full load.
    if (isOwn) return window.location.assign(path);
    // The guards see it only now: earlier they would leave this page under the popup.
    await client.cancelQueries({ queryKey: sessionQuery.queryKey }); // asked before the sign-in and answered after it, it would undo it
    client.setQueryData(sessionQuery.queryKey, session);
    await navigate(path, { replace: true });
  };
}
