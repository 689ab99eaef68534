import { useTranslation } from '../i18n/texts';

export function usePasswordLabels() {
  const { t } = useTranslation();
  return { show: t('Show password'), hide: t('Hide password'), capsLock: t('Caps Lock is on') };
}
