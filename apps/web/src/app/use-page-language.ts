import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { languageAt, showTextsOf } from '../lib/i18n/i18n';
import { logWarning } from '../lib/log';

/** Between the merchant's side and the back office the language may change; true once the page's own is shown, or cannot be loaded. */
export function useIsPageLanguageShown(): boolean {
  const { i18n } = useTranslation();
  const wanted = languageAt(useLocation().pathname);
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    if (i18n.language === wanted) return;
    showTextsOf(wanted).catch((error: unknown) => {
      logWarning('Failed to load translations:', error);
      setFailed(wanted);
    });
  }, [i18n, wanted]);
  return i18n.language === wanted || failed === wanted;
}
