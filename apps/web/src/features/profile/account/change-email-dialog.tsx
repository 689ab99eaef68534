import { emailSchema, emailVerificationApi } from '@stablegate/contract';
import { Dialog, Field, TextInput, toast } from '@stablegate/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '../../../lib/api/api';
import { ApiError } from '../../../lib/api/api-error';
import { errorText, fieldText } from '../../../lib/api/error-text';
import { DialogFoot } from '../../../lib/dialog-foot';
import { useTranslation } from '../../../lib/i18n/texts';
import { isSignInNotConfirmed, withRecentSignIn } from '../../../lib/session/recent-sign-in';
import { sessionQuery } from '../../../lib/session/session';

/** The old address stays until the new one's link is opened, and is told of the change. */
export function ChangeEmailDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onClose}
      title={t('Change email')}
      text={t('We send a link to the new address. Your present one stays until that link is opened, and is told of the change.')}
      closeLabel={t('Close')}
    >
      <ChangeEmailForm onClose={onClose} />
    </Dialog>
  );
}

function ChangeEmailForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { newEmail: '' } });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ newEmail }) => {
    if (isSubmitting) return;
    try {
      await withRecentSignIn(() => call(emailVerificationApi.updateEmail, { query: { newEmail: newEmail.trim() } }));
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      toast.success(t('Verification sent to new email.'));
      onClose();
    } catch (error) {
      if (isSignInNotConfirmed(error)) return;
      const [refused] = error instanceof ApiError ? error.fieldErrors : [];
      if (refused === undefined) setError('root', { message: errorText(t, error, t('Failed to update email.')) });
      else setError('newEmail', { message: fieldText(t, refused.message) });
    }
  });
  const isEmail = (value: string) => emailSchema.safeParse(value.trim()).success || t('Please enter a valid email');
  return (
    <form className="mt-4 grid grid-cols-1 gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t('New email address')} error={errors.newEmail?.message}>
        {(aria) => <TextInput {...aria} {...register('newEmail', { validate: isEmail })} type="email" autoComplete="email" required />}
      </Field>
      <DialogFoot
        error={errors.root?.message}
        submitLabel={t('Update & Send Verification')}
        isSubmitting={isSubmitting}
        onCancel={onClose}
      />
    </form>
  );
}
