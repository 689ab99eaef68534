import { DISMISS_REASON_MAX } from '@stablegate/contract';
import { Button, Dialog, DialogActions, Field, TextArea } from '@stablegate/ui';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../../lib/i18n/texts';
import type { TransferActions } from './use-transfer-actions';

export type DismissDialogProps = { open: boolean; onClose: () => void; actions: TransferActions };

export function DismissDialog({ open, onClose, actions }: DismissDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('Dismiss this transfer?')}
      text={t('The money stays yours. The transfer leaves this list and can be restored at any time.')}
      closeLabel={t('Close')}
    >
      <DismissForm onClose={onClose} actions={actions} />
    </Dialog>
  );
}

function DismissForm({ onClose, actions: { dismiss } }: Omit<DismissDialogProps, 'open'>) {
  const { t } = useTranslation();
  const { register, handleSubmit, setValue, formState } = useForm({ defaultValues: { reason: '' } });
  const usual = [t('Not a customer payment'), t('Sent back to the customer'), t('A test')];
  const submit = handleSubmit(({ reason }) => {
    dismiss.mutate(reason.trim());
    onClose();
  });
  return (
    <form className="mt-4 grid grid-cols-1 gap-3" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t('Reason')} error={formState.errors.reason?.message}>
        {(aria) => (
          <TextArea
            {...aria}
            {...register('reason', { validate: (value) => value.trim() !== '' || t('Please enter a reason of 1 to 500 characters.') })}
            rows={2}
            maxLength={DISMISS_REASON_MAX}
          />
        )}
      </Field>
      <div className="chips">
        {usual.map((reason) => (
          <button
            key={reason}
            type="button"
            className="chip-add"
            onClick={() => setValue('reason', reason, { shouldValidate: formState.isSubmitted })}
          >
            {reason}
          </button>
        ))}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary">
          {t('Dismiss')}
        </Button>
      </DialogActions>
    </form>
  );
}
