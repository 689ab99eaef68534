import { Button, Checkbox, Field, PasswordInput, TextInput } from '@stablegate/ui';
import { lazy, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslation } from '../../../lib/i18n/texts';
import { usePageTitle } from '../../../lib/page-title';
import { ScreenLink } from '../../../lib/screen';
import { usePasswordLabels } from '../../../lib/session/password-labels';
import { PasskeyButton } from './passkey-button';
import { useLoginForm } from './use-login-form';

/** For a mailed link only; it brings the form library, which the sign-in does without. */
const UnlockPanel = lazy(() => import('./unlock-panel'));

export default function LoginScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Sign In'));
  const { search } = useLocation();
  const unlockToken = new URLSearchParams(search).get('unlock');
  if (unlockToken !== null) return <UnlockPanel token={unlockToken} />;
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <h1 className="page-title">{t('Sign In')}</h1>
        <p className="text-muted">{t('Welcome back. Use your Stablegate account.')}</p>
      </div>
      <LoginForm />
      <p className="text-center text-muted">
        {t('New to Stablegate?')}{' '}
        <Link className="link" to={{ pathname: '/register', search }}>
          {t('Sign Up')}
        </Link>
      </p>
    </div>
  );
}

/** The name of whoever has just signed up. */
const newcomerOf = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'username' in state && typeof state.username === 'string' ? state.username : '';

function LoginForm() {
  const { t } = useTranslation();
  const passwordLabels = usePasswordLabels();
  const newcomer = newcomerOf(useLocation().state);
  const [remember, setRemember] = useState(false);
  const { errors, isSubmitting, form } = useLoginForm(remember);
  return (
    <form className="grid gap-4" method="post" noValidate {...form}>
      <Field label={t('Username')} error={errors.username}>
        {(aria) => (
          <TextInput
            {...aria}
            name="username"
            defaultValue={newcomer}
            size="lg"
            autoFocus={newcomer === ''}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={t('Password')} error={errors.password}>
        {(aria) => (
          <PasswordInput
            {...aria}
            name="password"
            size="lg"
            autoFocus={newcomer !== ''}
            autoComplete="current-password"
            labels={passwordLabels}
          />
        )}
      </Field>
      {/* After the password: Tab leads from the username straight to it. */}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Checkbox label={t('Remember me')} checked={remember} onChange={setRemember} />
        <ScreenLink to="/forgot-password" className="link">
          {t('Forgot password?')}
        </ScreenLink>
      </div>
      <Button type="submit" variant="primary" size="lg" block busy={isSubmitting} busyLabel={t('Logging in...')}>
        {t('Sign In')}
      </Button>
      <PasskeyButton label={t('Use a passkey')} remember={() => remember} />
    </form>
  );
}
