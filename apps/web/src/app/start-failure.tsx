import { LANGUAGE_DEFAULT } from '@stablegate/rules';
import { Button } from '@stablegate/ui';
import { useState } from 'react';
import { languageAt } from '../lib/i18n/i18n';
import { showTexts, useTranslation } from '../lib/i18n/texts';
import { logWarning } from '../lib/log';
import { BrandMark } from './brand';

/** A file of its own, so that no first visit pays for it. A server that does not even send files leaves English. */
export async function showStartTexts(): Promise<void> {
  try {
    const { default: texts } = await import('virtual:start-texts');
    const wanted = languageAt(window.location.pathname);
    const language = wanted in texts ? wanted : LANGUAGE_DEFAULT;
    showTexts(language, texts[language] ?? {});
  } catch (error) {
    logWarning('Failed to load the texts of the start:', error);
  }
}

/** Shown when not even the texts could be fetched. The specification only logs this; users still get a retry instead of a white page. */
export function StartFailure({ onRetry }: { onRetry: () => Promise<void> }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await onRetry();
    setBusy(false);
  };
  return (
    <main className="splash px-gutter">
      <div className="grid max-w-auth justify-items-center gap-3 text-center" role="alert">
        <BrandMark />
        <h1 className="page-title">{t('Stablegate could not be opened')}</h1>
        <p className="text-muted">{t('The server did not answer. Nothing is lost: please check your connection and try again.')}</p>
        <Button variant="primary" busy={isBusy} onClick={() => void retry()}>
          {t('Retry')}
        </Button>
      </div>
    </main>
  );
}
