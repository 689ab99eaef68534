import type { Store } from '@stablegate/contract';
import { Skeleton } from '@stablegate/ui';
import { useTranslation } from '../../lib/i18n/texts';
import { isActiveStore } from './store-status';

/** Undefined while the list loads: the figures keep their space. */
export function StoreStats({ stores }: { stores: readonly Store[] | undefined }) {
  const { t } = useTranslation();
  const active = stores?.filter(isActiveStore);
  const payable = active?.filter(({ hasAddress }) => hasAddress).length;
  const withoutAddress = (active?.length ?? 0) - (payable ?? 0);
  const figures = [
    { label: t('Total merchants'), value: stores?.length },
    { label: t('Active'), value: payable },
    // The same words as in the list, so that the figures add up to the total.
    ...(withoutAddress === 0 ? [] : [{ label: t('No address yet'), value: withoutAddress }]),
    { label: t('Inactive'), value: stores === undefined || active === undefined ? undefined : stores.length - active.length },
  ];
  return (
    <dl className="card merchant-stats" aria-busy={stores === undefined}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-caption text-muted">{label}</dt>
          <dd className="num text-figure font-medium">{value ?? <Skeleton width="sm" />}</dd>
        </div>
      ))}
    </dl>
  );
}
