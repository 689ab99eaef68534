import { Button, DialogActions, Notice } from '@stablegate/ui';
import { useTranslation } from './i18n/texts';

export type DialogFootProps = {
  /** What the server refused, when no field is to blame. */
  error: string | undefined;
  submitLabel: string;
  /** The back office says it in its own language. */
  cancelLabel?: string;
  isSubmitting: boolean;
  onCancel: () => void;
};

/** The end of a form in a dialog: its error, Cancel and the submit button. */
export function DialogFoot({ error, submitLabel, cancelLabel, isSubmitting, onCancel }: DialogFootProps) {
  const { t } = useTranslation();
  return (
    <>
      {error !== undefined && (
        <Notice tone="danger" role="alert">
          {error}
        </Notice>
      )}
      <DialogActions>
        <Button onClick={onCancel}>{cancelLabel ?? t('Cancel')}</Button>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {submitLabel}
        </Button>
      </DialogActions>
    </>
  );
}
