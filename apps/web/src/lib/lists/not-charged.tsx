import { useTranslation } from '../i18n/texts';

/** The free trial: the customer paid the fee, the merchant keeps it. */
export function NotCharged() {
  const { t } = useTranslation();
  return <span className="block text-caption text-muted">{t('not charged, trial')}</span>;
}
