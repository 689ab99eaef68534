import { Button } from '@stablegate/ui';
import { useTranslation } from '../../lib/i18n/texts';

/** Below the settings of a store: whether something is unsaved, and the button that saves it. */
export function FormFoot({ isDirty, isSubmitting }: { isDirty: boolean; isSubmitting: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="store-foot">
      <span className="text-caption text-muted" role="status">
        {isDirty && t('Unsaved changes')}
      </span>
      <Button type="submit" busy={isSubmitting}>
        {t('Save')}
      </Button>
    </div>
  );
}
