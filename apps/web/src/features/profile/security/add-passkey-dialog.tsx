import { PASSKEY_NAME_MAX, passkeyNameSchema } from '@stablegate/contract';
import { Dialog, Field, TextInput } from '@stablegate/ui';
import { useForm } from 'react-hook-form';
import { errorText } from '../../../lib/api/error-text';
import { DialogFoot } from '../../../lib/dialog-foot';
import { useTranslation } from '../../../lib/i18n/texts';
import { isPasskeyDeclined } from '../../../lib/session/passkeys';
import { isSignInNotConfirmed } from '../../../lib/session/recent-sign-in';
import { useAddPasskey } from './use-passkeys';

export function AddPasskeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onClose}
      title={t('Add a passkey')}
      text={t('Your browser will ask for your fingerprint, face, PIN or security key. Your other sessions will end.')}
      closeLabel={t('Close')}
    >
      <AddPasskeyForm onClose={onClose} />
    </Dialog>
  );
}

function AddPasskeyForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const add = useAddPasskey();
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { name: '' } });
  const { errors, isSubmitting } = formState;
  const isName = (value: string) => {
    const problem = passkeyNameSchema.safeParse(value).error?.issues[0]?.message;
    return problem === undefined || t(problem);
  };
  const submit = handleSubmit(async ({ name }) => {
    if (isSubmitting) return;
    try {
      await add(name);
      onClose();
    } catch (error) {
      if (isPasskeyDeclined(error) || isSignInNotConfirmed(error)) return;
      // The authenticator knows one of the account's passkeys already.
      const isKnown = error instanceof Error && error.name === 'InvalidStateError';
      const otherwise = isKnown ? t('This device already has a passkey for your account.') : t('The passkey could not be added.');
      setError('root', { message: errorText(t, error, otherwise) });
    }
  });
  return (
    <form className="mt-4 grid grid-cols-1 gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t('Name')} hint={t('To recognise it later, such as "Work laptop".')} error={errors.name?.message}>
        {(aria) => (
          <TextInput {...aria} {...register('name', { validate: isName })} autoComplete="off" maxLength={PASSKEY_NAME_MAX} required />
        )}
      </Field>
      <DialogFoot error={errors.root?.message} submitLabel={t('Continue')} isSubmitting={isSubmitting} onCancel={onClose} />
    </form>
  );
}
