import { Button, Checkbox, Field, PasswordInput, TextInput } from '@stablegate/ui';
import { Controller, useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { useTranslation } from '../../../lib/i18n/texts';
import { usePageTitle } from '../../../lib/page-title';
import { ScreenLink } from '../../../lib/screen';
import { usePasswordLabels } from '../../../lib/session/password-fields';
import { PasskeyButton } from './passkey-button';
import { UnlockPanel } from './unlock-panel';
import { type LoginValues, useLogin } from './use-login';

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
  const login = useLogin();
  const passwordLabels = usePasswordLabels();
  const newcomer = newcomerOf(useLocation().state);
  const { register, control, handleSubmit, getValues, formState } = useForm<LoginValues>({
    defaultValues: { username: newcomer, password: '', remember: false },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    // A second Enter while the first is under way must not sign in twice.
    if (!isSubmitting) await login(values);
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t('Username')} error={errors.username?.message}>
        {(aria) => (
          <TextInput
            {...aria}
            {...register('username', { required: t('Please enter your username.') })}
            size="lg"
            autoFocus={newcomer === ''}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={t('Password')} error={errors.password?.message}>
        {(aria) => (
          <PasswordInput
            {...aria}
            {...register('password', { required: t('Please enter your password.') })}
            size="lg"
            autoFocus={newcomer !== ''}
            autoComplete="current-password"
            labels={passwordLabels}
          />
        )}
      </Field>
      {/* After the password: Tab leads from the username straight to it. */}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Controller
          name="remember"
          control={control}
          render={({ field }) => <Checkbox label={t('Remember me')} checked={field.value} onChange={field.onChange} />}
        />
        <ScreenLink to="/forgot-password" className="link">
          {t('Forgot password?')}
        </ScreenLink>
      </div>
      <Button type="submit" variant="primary" size="lg" block busy={isSubmitting} busyLabel={t('Logging in...')}>
        {t('Sign In')}
      </Button>
      <PasskeyButton label={t('Use a passkey')} remember={() => getValues('remember')} />
    </form>
  );
}
