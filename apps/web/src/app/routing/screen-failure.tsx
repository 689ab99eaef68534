import { useEffect } from 'react';
import { useTranslation } from '../../lib/i18n/texts';
import { LoadError } from '../../lib/lists/load-error';
import { logError } from '../../lib/log';

/**
 * In place of a screen, and with isWholePage of the app itself. Retry reloads the page: after a release the old page requests
 * files that no longer exist.
 */
export function ScreenFailure({ error, isWholePage }: { error: unknown; isWholePage: boolean }) {
  const { t } = useTranslation();
  useEffect(() => logError('A screen failed:', error), [error]);
  const notice = <LoadError isPage title={t('This page could not be shown')} read={{ error, refetch: () => window.location.reload() }} />;
  if (!isWholePage) return notice;
  return (
    <main className="splash px-gutter">
      <div className="w-full max-w-form">{notice}</div>
    </main>
  );
}
