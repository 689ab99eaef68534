import { accountsApi, passkeysApi } from '@stablegate/contract';
import { Button, Dialog, Field, Notice, PasswordInput, TextInput } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, useSyncExternalStore } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { call } from '../api/api';
import { ApiError } from '../api/api-error';
import { errorText } from '../api/error-text';
import { useTranslation } from '../i18n/texts';
import { askForPasskey, isPasskeyDeclined } from './passkeys';
import { usePasswordLabels } from './password-labels';
import { profileQuery } from './profile.query';
import { recentSignIn } from './recent-sign-in';
import { useSession } from './session';

type Values = { password: string; code: string };

/** Mounted once in the app; `withRecentSignIn()` opens it. */
export function RecentSignInDialog() {
  const isAsked = useSyncExternalStore(recentSignIn.subscribe, recentSignIn.isAsked);
  // A new form for every request: no password stays in it.
  const [round, setRound] = useState(0);
  const [wasAsked, setWasAsked] = useState(isAsked);
  if (isAsked !== wasAsked) {
    setWasAsked(isAsked);
    if (isAsked) setRound(round + 1);
  }
  return <ConfirmDialog key={round} isOpen={isAsked} />;
}

function ConfirmDialog({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation();
  const formId = useId();
  const form = useForm<Values>({ defaultValues: { password: '', code: '' } });
  const { isSubmitting } = form.formState;
  const ways = useWays();
  return (
    <Dialog
      open={isOpen}
      onOpenChange={() => recentSignIn.settle(false)}
      title={t('Confirm that it is you')}
      text={
        ways.needsFactor
          ? t('For this change, please confirm with your authenticator app or a passkey.')
          : t('For this change, please enter your password again.')
      }
      closeLabel={t('Close')}
      actions={
        <>
          <Button onClick={() => recentSignIn.settle(false)}>{t('Cancel')}</Button>
          {ways.byPassword && (
            <Button type="submit" form={formId} variant="primary" busy={isSubmitting}>
              {t('Confirm')}
            </Button>
          )}
        </>
      }
    >
      {ways.isNone ? <NoFactor /> : <ConfirmForm id={formId} form={form} byPassword={ways.byPassword} />}
    </Dialog>
  );
}

function useProfile() {
  const { userId } = useSession();
  return useQuery({ ...profileQuery(userId ?? ''), enabled: userId !== null });
}

/** Where a second factor is required, the password counts only together with a code of the app. */
function useWays() {
  const needsFactor = useSyncExternalStore(recentSignIn.subscribe, recentSignIn.needsFactor);
  const { data } = useProfile();
  const byPassword = !needsFactor || data === undefined || data.twoFactorEnabled;
  return { needsFactor, byPassword, isNone: !byPassword && data?.hasPasskey !== true };
}

function NoFactor() {
  const { t } = useTranslation();
  return (
    <div className="mt-4">
      <Notice tone="warning">
        {t('This change needs a second factor, and your account has none yet.')}{' '}
        <Link className="link" to="/profile?tab=security" onClick={() => recentSignIn.settle(false)}>
          {t('Set it up')}
        </Link>
      </Notice>
    </div>
  );
}

type ConfirmFormProps = { id: string; form: UseFormReturn<Values>; byPassword: boolean };

function ConfirmForm({ id, form, byPassword }: ConfirmFormProps) {
  const { t } = useTranslation();
  const profile = useProfile();
  // The profile may not be loaded: then the server's refusal says that a code is required.
  const [isCodeWanted, setCodeWanted] = useState(false);
  const [isCodeMailed, setCodeMailed] = useState(false);
  const hasCode = isCodeWanted || isCodeMailed || profile.data?.twoFactorEnabled === true;
  // As of this render: the form itself already counts as submitting while its handler runs.
  const { isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    if (isSubmitting) return;
    try {
      await call(accountsApi.confirm, { body: values });
      recentSignIn.settle(true);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : '';
      if (code === 'not_signed_in') recentSignIn.settle(false);
      else if (code === 'wrong_password') form.setError('password', { message: t('The password is wrong.') }, { shouldFocus: true });
      else if (code === 'code_mailed') setCodeMailed(true);
      else if (code !== 'invalid_code')
        form.setError('root', { message: errorText(t, error, t('Something went wrong. Please try again.')) });
      else if (hasCode) form.setError('code', { message: t('The code is invalid or has expired.') }, { shouldFocus: true });
      else setCodeWanted(true);
    }
  });
  return (
    <form id={id} className="mt-4 grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      {/* Tells a password manager which account's password is requested. */}
      <input type="hidden" autoComplete="username" value={profile.data?.username ?? ''} readOnly />
      {byPassword && <ConfirmFields form={form} hasCode={hasCode} isCodeMailed={isCodeMailed} isCodeNext={isCodeWanted || isCodeMailed} />}
      {profile.data?.hasPasskey === true && (
        <PasskeyConfirm byPassword={byPassword} onRefused={(message) => form.setError('root', { message })} />
      )}
      {form.formState.errors.root && (
        <Notice tone="danger" role="alert">
          {form.formState.errors.root.message}
        </Notice>
      )}
    </form>
  );
}

function PasskeyConfirm({ byPassword, onRefused }: { byPassword: boolean; onRefused: (message: string) => void }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await call(passkeysApi.confirm, { body: { credential: await askForPasskey() } });
      recentSignIn.settle(true);
    } catch (error) {
      if (!isPasskeyDeclined(error)) onRefused(errorText(t, error, t('This passkey was not accepted. Please try again.')));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={isBusy} onClick={() => void confirm()}>
      {byPassword ? t('Use a passkey instead') : t('Use a passkey')}
    </Button>
  );
}

type ConfirmFieldsProps = { form: UseFormReturn<Values>; hasCode: boolean; isCodeMailed: boolean; isCodeNext: boolean };

function ConfirmFields({ form, hasCode, isCodeMailed, isCodeNext }: ConfirmFieldsProps) {
  const { t } = useTranslation();
  const passwordLabels = usePasswordLabels();
  const { register, formState } = form;
  return (
    <>
      <Field label={t('Password')} error={formState.errors.password?.message}>
        {(aria) => (
          <PasswordInput
            {...aria}
            {...register('password', { required: t('Please enter your password.') })}
            size="lg"
            autoComplete="current-password"
            labels={passwordLabels}
          />
        )}
      </Field>
      {hasCode && (
        <Field
          label={isCodeMailed ? t('Code from the email') : t('Authenticator code')}
          hint={isCodeMailed ? t('We emailed you a code. Please enter it to continue.') : t('Or one of your recovery codes.')}
          error={formState.errors.code?.message}
        >
          {(aria) => (
            <TextInput
              {...aria}
              {...register('code', { required: t('Please enter the code.') })}
              size="lg"
              autoFocus={isCodeNext}
              className="num"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
      )}
    </>
  );
}
