import { toast } from '@stablegate/ui';
import { changeLanguage } from '../lib/i18n/i18n';
import { useTranslation } from '../lib/i18n/texts';
import { logWarning } from '../lib/log';

export function useChangeLanguage(): (code: string) => Promise<void> {
  const { t } = useTranslation();
  return async (code) => {
    try {
      await changeLanguage(code);
    } catch (error) {
      logWarning('Failed to load translations:', error);
      toast.error(t('This language could not be loaded. Please try again.'));
    }
  };
}
