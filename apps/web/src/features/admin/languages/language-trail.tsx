import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../lib/i18n/texts';
import { hasFailed } from '../../../lib/lists/load-error';
import { TimeAgo } from '../../../lib/time/time-ago';
import { AdminLoadError } from '../list/admin-texts';
import { trailQuery } from './languages.queries';
import { trailDetail, trailText } from './trail-texts';

/** Who changed what, newest first: the audit trail of this screen. */
export function LanguageTrail() {
  const { t } = useTranslation();
  const read = useQuery(trailQuery);
  const trail = read.data;
  if (hasFailed(read)) return <AdminLoadError title={t('The audit log could not be loaded')} read={read} />;
  if (trail === undefined || trail.length === 0) return null;
  return (
    <section className="card language-trail">
      <h2 className="card-title">{t('Recent changes')}</h2>
      <ol>
        {trail.map(({ id, at, actor, action, subject, detail }) => (
          <li key={id}>
            <div>
              <span className="font-medium">{actor}</span> {trailText(t, action)}
            </div>
            <div className="language-trail-detail">
              <span className="truncate" dir="auto" title={trailDetail(subject, detail)}>
                {trailDetail(subject, detail)}
              </span>
              <TimeAgo at={at} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
