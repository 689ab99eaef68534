import { Skeleton } from '@stablegate/ui';
import { useTranslation } from '../i18n/texts';

const CARDS = ['first', 'second', 'third'];

/** In place of cards that are still loading. Frames wait like their lines: an answer that comes at once shows neither. */
export function CardSkeletons({ className = 'grid gap-4' }: { className?: string }) {
  const { t } = useTranslation();
  return (
    <div className={className} aria-busy="true">
      <p className="sr-only" role="status">
        {t('Loading')}
      </p>
      {CARDS.map((key) => (
        <div key={key} className="appear-late card grid gap-4 p-4">
          <Skeleton width="lg" />
          <Skeleton width="full" />
          <Skeleton width="md" />
        </div>
      ))}
    </div>
  );
}
