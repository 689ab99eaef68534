import { useTranslation } from 'react-i18next';

export function usePasswordLabels() {
  const { t } = useTranslation();
  return { show: t('Show password'), hide: t('Hide password'), capsLock: t('Caps Lock is on') };
}
