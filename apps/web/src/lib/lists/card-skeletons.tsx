import { Skeleton } from '@stablegate/ui';
import { useTranslation } from '../i18n/texts';

/** How many lines each of the cards that come has below its title. */
export type CardLayout = { readonly cards?: readonly number[]; readonly className?: string };

/** `says`: the word Loading stands where the first title will be, for everyone to read; otherwise only screen readers get it. */
export type CardSkeletonsProps = CardLayout & { readonly says?: boolean };

const A_LIST = [8];

/** In place of cards that are still loading. Frames wait like their lines: an answer that comes at once shows neither. */
export function CardSkeletons({ cards = A_LIST, className = 'grid gap-4', says = false }: CardSkeletonsProps) {
  const { t } = useTranslation();
  return (
    <div className={className} aria-busy="true">
      {!says && (
        <p className="sr-only" role="status">
          {t('Loading')}
        </p>
      )}
      {cards.map((lines, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards have nothing but their place
        <div key={card} className="appear-late card grid content-start gap-4 p-4">
          {says && card === 0 ? (
            <p className="appear-late skeleton-word" role="status">
              {t('Loading')}
            </p>
          ) : (
            <Skeleton width="lg" />
          )}
          {Array.from({ length: lines }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: so have lines
            <Skeleton key={line} width={line % 3 === 1 ? 'lg' : 'full'} />
          ))}
        </div>
      ))}
    </div>
  );
}
