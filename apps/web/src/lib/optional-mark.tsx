import { useTranslation } from './i18n/texts';

/** Beside the label of a field that may stay empty. */
export function OptionalMark() {
  const { t } = useTranslation();
  return <span className="font-regular text-caption text-subtle">{t('optional')}</span>;
}
