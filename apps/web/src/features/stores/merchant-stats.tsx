import type { Store } from '@stablegate/contract';
import { Skeleton } from '@stablegate/ui';
import { useTranslation } from 'react-i18next';
import { isActiveStore } from './store-status';

/** Undefined while the list loads: the figures keep their space. */
export function MerchantStats({ merchants }: { merchants: readonly Store[] | undefined }) {
  const { t } = useTranslation();
  const active = merchants?.filter(isActiveStore).length;
  const figures = [
    { label: t('Total merchants'), value: merchants?.length },
    { label: t('Active'), value: active },
    { label: t('Inactive'), value: merchants === undefined || active === undefined ? undefined : merchants.length - active },
  ];
  return (
    <dl className="card merchant-stats" aria-busy={merchants === undefined}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-caption text-muted">{label}</dt>
          <dd className="num text-figure font-medium">{value ?? <Skeleton width="sm" />}</dd>
        </div>
      ))}
    </dl>
  );
}
