import { Skeleton } from '@stablegate/ui';
import { useTranslation } from '../../../lib/i18n/texts';

/** The layout of the content: the list at the side, calls with their lines. */
export function ReferenceSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="reference" role="status">
      <span className="sr-only">{t('Loading')}</span>
      <div className="reference-side">
        <Skeleton className="reference-field-bone" />
        <Skeleton width="sm" />
        <div className="reference-list-skeleton">
          {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((line) => (
            <Skeleton key={line} />
          ))}
        </div>
      </div>
      <div className="reference-calls">
        {['a', 'b', 'c'].map((call) => (
          <div key={call} className="card operation">
            <div className="grid gap-4 p-4">
              <Skeleton width="lg" shape="badge" />
              <Skeleton />
              <Skeleton width="lg" />
              <Skeleton />
              <Skeleton />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
