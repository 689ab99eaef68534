import { type EpusdtSettings, epusdtSettingsApi } from '@stablegate/contract';
import { call } from '../../../lib/api/api';
import { useTranslation } from '../../../lib/i18n/texts';
import { writtenDecimal } from '../../../lib/i18n/typed-number';
import { useOwnStore } from '../own-store';
import { PendingChange } from '../pending/pending-change';

export function PendingRate({ pending: { source, rate, rateUrl, at } }: { pending: NonNullable<EpusdtSettings['pending']> }) {
  const { t, language } = useTranslation();
  const { store } = useOwnStore();
  const next = source === 'usdt' ? 'USDT' : [writtenDecimal(rate ?? '', language), rateUrl].filter((part) => part !== null).join(' · ');
  return (
    <PendingChange at={at} onCancel={() => call(epusdtSettingsApi.cancelRate, { params: { id: store.id } })}>
      {t('New orders use another rate')}: <bdi className="num">{next}</bdi>
    </PendingChange>
  );
}
