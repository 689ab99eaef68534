import { Button, Field, TextInput } from '@stablegate/ui';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n/texts';
import { isEmail } from './register-rules';
import type { VerificationMail } from './use-verification-mail';

/** For users who mistyped their address at sign-up. An empty field or a running countdown disables the button. */
export function UpdateEmailTab({ mail }: { mail: VerificationMail }) {
  const { t } = useTranslation();
  const { register, handleSubmit, reset, watch, formState } = useForm({ defaultValues: { newEmail: '' } });
  const isEmpty = watch('newEmail').trim() === '';
  const submit = handleSubmit(async ({ newEmail }) => {
    if (await mail.update(newEmail.trim())) reset();
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t('New email address')} error={formState.errors.newEmail?.message}>
        {(aria) => (
          <TextInput
            {...aria}
            {...register('newEmail', { validate: (email) => isEmail(email) || t('Please enter a valid email') })}
            size="lg"
            type="email"
            autoComplete="email"
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" block busy={mail.isSending} disabled={isEmpty || mail.left > 0}>
        {mail.left > 0 ? t('Resend in {{n}}s', { n: mail.left }) : t('Update & Send Verification')}
      </Button>
    </form>
  );
}
