import { Button } from '@stablegate/ui';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n/texts';
import { NewPasswordFields, useCheckPassword } from '../../../lib/session/password-fields';
import { useResetPassword } from './use-reset-password';

export function ResetPasswordForm({ token, onExpired }: { token: string; onExpired: () => void }) {
  const { t } = useTranslation();
  const checkPassword = useCheckPassword();
  const reset = useResetPassword(token);
  const { register, control, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '', confirm: '' } });
  const { errors, isSubmitting } = formState;
  const [password, confirm] = useWatch({ control, name: ['password', 'confirm'] });
  const submit = handleSubmit(async (values) => {
    if (isSubmitting) return;
    const problem = await reset(values.password);
    if (problem === 'expired') onExpired();
    else if (problem !== undefined) setError('password', { message: problem }, { shouldFocus: true });
  });
  const checkMatch = (value: string, { password: chosen }: { password: string }) =>
    value === chosen || t('Please make sure your passwords match.');
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <NewPasswordFields
        size="lg"
        password={{
          label: t('New password'),
          value: password,
          error: errors.password?.message,
          input: register('password', { validate: checkPassword }),
        }}
        confirm={{
          label: t('Confirm Password'),
          value: confirm,
          error: errors.confirm?.message,
          input: register('confirm', { validate: checkMatch }),
        }}
      />
      <Button type="submit" variant="primary" size="lg" block busy={isSubmitting}>
        {t('Change password')}
      </Button>
    </form>
  );
}
