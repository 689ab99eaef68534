import { Button, Field, TextInput } from '@stablegate/ui';
import type { KeyboardEvent } from 'react';
import { type Control, type FieldErrors, type UseFormRegister, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n/texts';
import { whyGuessable } from '../../../lib/session/guessable-password';
import { NewPasswordFields } from '../../../lib/session/password-fields';
import { isBlocked, isEmail, isLongEnough, type RegisterValues, usernameProblem } from './register-rules';
import { useRegister, useWarnOfPasswords } from './use-register';

type PartProps = { register: UseFormRegister<RegisterValues>; errors: FieldErrors<RegisterValues> };

export function RegisterForm() {
  const { t } = useTranslation();
  const signUp = useRegister();
  const warn = useWarnOfPasswords();
  const { register, control, getValues, handleSubmit, setError, formState, trigger } = useForm<RegisterValues>({
    mode: 'onTouched',
    defaultValues: { username: '', email: '', password: '', confirm: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    if (isSubmitting) return;
    for (const { field, message } of await signUp(values)) setError(field, { message: t(message) });
  });
  // Password managers submit the form without its button, disabled or not.
  const send = (event: { preventDefault(): void }) => {
    event.preventDefault();
    if (warn(getValues())) void trigger();
    else void submit();
  };
  // Enter does not submit a form whose button is disabled; left alone, the same key press activates the button of the popup it opens.
  const enter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) send(event);
  };
  return (
    <form className="grid gap-4" noValidate onSubmit={send} onKeyDown={enter}>
      <NameFields register={register} errors={errors} />
      <PasswordFields register={register} errors={errors} control={control} />
      <SubmitButton control={control} isSubmitting={isSubmitting} />
    </form>
  );
}

function NameFields({ register, errors }: PartProps) {
  const { t } = useTranslation();
  const checkUsername = (username: string) => {
    const problem = usernameProblem(username);
    return problem === undefined || t(problem);
  };
  return (
    <>
      <Field label={t('Username')} hint={t('6 to 15 characters: letters, digits and _')} error={errors.username?.message}>
        {(aria) => (
          <TextInput
            {...aria}
            {...register('username', { validate: checkUsername })}
            size="lg"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={t('Email')} error={errors.email?.message}>
        {(aria) => (
          <TextInput
            {...aria}
            {...register('email', { validate: (email) => isEmail(email) || t('Please enter a valid email') })}
            size="lg"
            type="email"
            autoComplete="email"
          />
        )}
      </Field>
    </>
  );
}

function PasswordFields({ register, errors, control }: PartProps & { control: Control<RegisterValues> }) {
  const { t } = useTranslation();
  const [password, confirm] = useWatch({ control, name: ['password', 'confirm'] });
  const checkPassword = async (value: string, values: RegisterValues) => {
    if (!isLongEnough(value)) return t('Please use at least 8 characters.');
    const reason = await whyGuessable(value, values);
    return reason === undefined || t(reason);
  };
  const input = register('password', { validate: checkPassword });
  return (
    <NewPasswordFields
      size="lg"
      password={{ label: t('Password'), value: password, error: errors.password?.message, input }}
      confirm={{ label: t('Confirm Password'), value: confirm, error: undefined, input: register('confirm') }}
    />
  );
}

function SubmitButton({ control, isSubmitting }: { control: Control<RegisterValues>; isSubmitting: boolean }) {
  const { t } = useTranslation();
  const [username, password, confirm] = useWatch({ control, name: ['username', 'password', 'confirm'] });
  return (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      block
      disabled={!isSubmitting && isBlocked({ username, password, confirm })}
      busy={isSubmitting}
      busyLabel={t('Signing up...')}
    >
      {t('Sign Up')}
    </Button>
  );
}
