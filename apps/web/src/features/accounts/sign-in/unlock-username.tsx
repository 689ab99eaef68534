import { Button, Field, TextInput } from '@stablegate/ui';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n/texts';
import { AuthHeading } from '../auth-heading';

/** The link was opened in another browser than the one that requested it: the second step needs the username. */
export function UnlockUsername({ onUsername }: { onUsername: (username: string) => Promise<void> }) {
  const { t } = useTranslation();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { username: '' } });
  const submit = handleSubmit(({ username }) => onUsername(username.trim()));
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <AuthHeading title={t('One step left')}>{t('Your account asks for a second step. Which username is it?')}</AuthHeading>
      <Field label={t('Username')} error={formState.errors.username?.message}>
        {(aria) => (
          <TextInput
            {...aria}
            {...register('username', { required: t('Please enter your username.') })}
            size="lg"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" block>
        {t('Continue')}
      </Button>
    </form>
  );
}
