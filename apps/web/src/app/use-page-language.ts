import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { languageAt, showTextsOf } from '../lib/i18n/i18n';
import { useTranslation } from '../lib/i18n/texts';
import { logWarning } from '../lib/log';

/** Between the merchant's side and the back office the language may change; true once the page's own is shown, or cannot be loaded. */
export function useIsPageLanguageShown(): boolean {
  const { language } = useTranslation();
  const wanted = languageAt(useLocation().pathname);
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    if (language === wanted) return;
    showTextsOf(wanted).catch((error: unknown) => {
      logWarning('Failed to load translations:', error);
      setFailed(wanted);
    });
  }, [language, wanted]);
  return language === wanted || failed === wanted;
}
