import { Hint } from '@stablegate/ui';
import { useTranslation } from 'react-i18next';

/** Stands under the repeated password, once something is in it. */
export function PasswordMatch({ isMatch }: { isMatch: boolean }) {
  const { t } = useTranslation();
  return (
    <Hint tone={isMatch ? 'success' : 'danger'} role="status">
      {isMatch ? t('Passwords match') : t("Passwords don't match")}
    </Hint>
  );
}
