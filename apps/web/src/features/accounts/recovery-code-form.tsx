import { Button, Field, TextInput } from '@stablegate/ui';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useVerifyCode } from './use-verify-code';

/** The way in without the phone; the server takes such a code in the place of the app's. */
export function RecoveryCodeForm() {
  const { t } = useTranslation();
  const { register, handleSubmit, setFocus, formState } = useForm({ defaultValues: { code: '' } });
  const { verify, isVerifying } = useVerifyCode(() => setFocus('code', { shouldSelect: true }));
  const submit = handleSubmit(({ code }) => verify(code));
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t('Recovery code')} hint={t('Each code works once.')} error={formState.errors.code?.message}>
        {(aria) => (
          <TextInput
            {...aria}
            {...register('code', { required: t('Please enter the code.') })}
            size="lg"
            className="mono"
            dir="ltr"
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            disabled={isVerifying}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" block disabled={isVerifying} busy={isVerifying} busyLabel={t('Verifying...')}>
        {t('Verify')}
      </Button>
    </form>
  );
}
