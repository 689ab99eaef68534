import type { NetworkStatus } from '@stablegate/contract';
import { Button, Notice } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { networksQuery } from '../../../lib/api/stores.queries';
import { shownPercent } from '../../../lib/i18n/format';
import { useTranslation } from '../../../lib/i18n/texts';
import { CardSkeletons } from '../../../lib/lists/card-skeletons';
import { localList } from '../../../lib/lists/list-state';
import { ListView } from '../../../lib/lists/list-view';
import { NetworkName } from '../../../lib/networks/network-name';
import { NetworkState } from '../../../lib/networks/network-state';
import { formatLag } from '../../../lib/time/lag.format';
import { NETWORK_CARDS } from './network-cards-layout';

const NOTHING = '–';

function Height({ value }: { value: number | null }) {
  const { language } = useTranslation();
  return value === null ? NOTHING : new Intl.NumberFormat(language).format(value);
}

function StatusCard({ row }: { row: NetworkStatus }) {
  const { t, language } = useTranslation();
  return (
    <>
      <NetworkName network={row.network} />
      <span className="justify-self-end">
        <NetworkState {...row} />
      </span>
      <span className="num text-caption text-muted">
        {row.lagSeconds === null ? t('Last block read') : t('Last block read {{time}} ago', { time: formatLag(row.lagSeconds, language) })}{' '}
        <span dir="ltr">
          (<Height value={row.blockHeight} />)
        </span>
      </span>
      <span className="num justify-self-end text-caption text-muted">
        {t('Fee')} {shownPercent(row.fee)}
      </span>
      {row.lateSeconds !== null && (
        <span className="num col-span-2 text-caption">
          {t('Oldest payment late by {{time}}', { time: formatLag(row.lateSeconds, language) })}
        </span>
      )}
    </>
  );
}

export default function NetworkStatusTab() {
  const { t } = useTranslation();
  const networks = useQuery(networksQuery);
  return (
    <>
      <div className="address-head">
        <p>{t('How up to date each network is. The list refreshes every 15 seconds.')}</p>
        <Button
          busy={networks.isRefetching}
          icon={<RotateCw className="icon" aria-hidden="true" />}
          onClick={() => void networks.refetch()}
        >
          {t('Refresh')}
        </Button>
      </div>
      <ListView
        list={localList(networks, networks.data)}
        failure={t('The state of the networks could not be loaded')}
        loading={<CardSkeletons {...NETWORK_CARDS} />}
        look={(rows) => (
          <ul className="network-cards" aria-label={t('Network Status')}>
            {rows.map((row) => (
              <li key={row.network} className="card network-card">
                <StatusCard row={row} />
              </li>
            ))}
          </ul>
        )}
      />
      <div className="mt-4">
        <Notice>
          <p className="text-muted">
            {t('The fee is 0.5% of each paid invoice on every network and is taken from your balance, never from the payment itself.')}{' '}
            {t('A payment made while a network is behind or not answering is found as soon as we can read the network again.')}{' '}
            {t('When a network is slow to confirm, payments are found but confirmed later; none is lost.')}
          </p>
        </Notice>
      </div>
    </>
  );
}
