import { Notice } from '@stablegate/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import { entriesQuery, retranslationQuery } from './languages.queries';

/** Progress of the job; when it ends, the new texts are fetched. */
export function RetranslationProgress({ lang }: { lang: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const job = useQuery(retranslationQuery(lang)).data;
  const before = useRef(job?.state);
  useEffect(() => {
    if (before.current === 'running' && job?.state !== 'running') void client.invalidateQueries({ queryKey: entriesQuery(lang).queryKey });
    before.current = job?.state;
  }, [job?.state, client, lang]);
  // A job that ended before this page was opened is not announced.
  const wasSeen = useRef(false);
  if (job?.state === 'running') wasSeen.current = true;
  if (job === undefined || job.state === 'idle' || !wasSeen.current) return null;
  if (job.state === 'running') {
    return (
      <div className="retranslation" role="status">
        <span>{t('Translating: {{done}} of {{total}}', { done: job.done, total: job.total })}</span>
        <progress max={Math.max(1, job.total)} value={job.done} aria-label={t('Translation progress')} />
      </div>
    );
  }
  const refused = job.refused > 0 ? ` ${t('Unusable translations: {{refused}}; the old texts stay.', { refused: job.refused })}` : '';
  return (
    <div className="retranslation-end">
      <Notice tone={job.state === 'done' ? 'success' : 'danger'} role="status">
        {job.state === 'done'
          ? t('Translated {{done}} of {{total}}.', { done: job.done, total: job.total }) + refused
          : t('The translation stopped at {{done}} of {{total}}. Please try again.', { done: job.done, total: job.total })}
      </Notice>
    </div>
  );
}
