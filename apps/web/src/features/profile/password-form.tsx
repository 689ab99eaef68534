import { Button, Field, Notice, PasswordInput } from '@stablegate/ui';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from '../../lib/i18n/texts';
import { NewPasswordFields, useCheckPassword } from '../../lib/session/password-fields';
import { usePasswordLabels } from '../../lib/session/password-labels';
import { useOwnProfile } from './own-profile';
import { type PasswordValues, useChangePassword } from './use-change-password';

const EMPTY: PasswordValues = { current: '', next: '', confirm: '' };

export function PasswordForm() {
  const { t } = useTranslation();
  const { username } = useOwnProfile();
  const changePassword = useChangePassword();
  const form = useForm<PasswordValues>({ defaultValues: EMPTY });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    if (isSubmitting) return;
    const problem = await changePassword(values);
    if (problem === undefined) form.reset(EMPTY);
    else form.setError(problem.field, { message: problem.message }, { shouldFocus: true });
  });
  return (
    <form className="card" noValidate onSubmit={(event) => void submit(event)}>
      <div className="card-head">
        <h2 className="card-title">{t('Change Password')}</h2>
      </div>
      <div className="card-body grid grid-cols-1 gap-4">
        {/* Tells a password manager which account's password changes. */}
        <input type="hidden" autoComplete="username" value={username} readOnly />
        <CurrentField form={form} />
        <NewFields form={form} />
        {errors.root && (
          <Notice tone="danger" role="alert">
            {errors.root.message}
          </Notice>
        )}
      </div>
      <div className="card-foot">
        <span className="text-caption text-muted">{t('Your other sessions end when the password changes.')}</span>
        <div className="flex flex-wrap gap-2">
          <Button disabled={isSubmitting} onClick={() => form.reset(EMPTY)}>
            {t('Reset')}
          </Button>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {t('Update Password')}
          </Button>
        </div>
      </div>
    </form>
  );
}

type PartProps = { form: UseFormReturn<PasswordValues> };

function CurrentField({ form: { register, formState } }: PartProps) {
  const { t } = useTranslation();
  const labels = usePasswordLabels();
  return (
    <Field label={t('Current password')} error={formState.errors.current?.message}>
      {(aria) => (
        <PasswordInput
          {...aria}
          {...register('current', { required: t('Please enter your current password.') })}
          autoComplete="current-password"
          labels={labels}
        />
      )}
    </Field>
  );
}

function NewFields({ form: { register, control, formState } }: PartProps) {
  const { t } = useTranslation();
  const [next, confirm] = useWatch({ control, name: ['next', 'confirm'] });
  const checkPassword = useCheckPassword(useOwnProfile());
  const matches = (repeated: string, values: PasswordValues) => repeated === values.next || t('Please make sure your passwords match.');
  return (
    <NewPasswordFields
      emptyLabel={t('None')}
      password={{
        label: t('New password'),
        value: next,
        error: formState.errors.next?.message,
        input: register('next', { required: t('Please enter a password.'), validate: checkPassword }),
      }}
      confirm={{
        label: t('Confirm new password'),
        value: confirm,
        error: formState.errors.confirm?.message,
        input: register('confirm', { required: t('Please enter the new password again.'), validate: matches }),
      }}
    />
  );
}
