import { RESEND_SECONDS } from '@stablegate/contract';
import { Button, Field, TextInput } from '@stablegate/ui';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n/texts';
import { isEmail } from '../register/register-rules';
import { startCountdown } from '../register/resend-countdown';
import { resetCountdownOf } from './reset-link-again';
import { useResetLink } from './use-reset-link';

export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation();
  const ask = useResetLink();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } });
  const submit = handleSubmit(async (values) => {
    const email = values.email.trim();
    if (formState.isSubmitting || !(await ask(email))) return;
    startCountdown(resetCountdownOf(email), RESEND_SECONDS, Date.now());
    onSent(email);
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t('Email')} error={formState.errors.email?.message}>
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
      <Button type="submit" variant="primary" size="lg" block busy={formState.isSubmitting}>
        {t('Send reset link')}
      </Button>
    </form>
  );
}
