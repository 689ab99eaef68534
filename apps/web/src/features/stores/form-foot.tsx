import type { TeamPermission } from '@stablegate/contract';
import { Button } from '@stablegate/ui';
import { useTranslation } from '../../lib/i18n/texts';
import { useMay } from '../../lib/session/use-may';

/** Below the settings of a store: whether something is unsaved, and the button that saves it, which stands out only then. */
export function FormFoot({ isDirty, isSubmitting, permission }: { isDirty: boolean; isSubmitting: boolean; permission: TeamPermission }) {
  const { t } = useTranslation();
  const maySave = useMay(permission);
  return (
    <div className="store-foot">
      <span className="text-caption text-muted" role="status">
        {isDirty && t('Unsaved changes')}
      </span>
      {maySave && (
        <Button type="submit" variant={isDirty ? 'primary' : 'secondary'} busy={isSubmitting}>
          {t('Save changes')}
        </Button>
      )}
    </div>
  );
}
