import type { ServiceStatus } from '@stablegate/contract';
import { type Column, Notice, type NoticeTone, Skeleton } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';
import { localList } from '../../lib/lists/list-state';
import { ListView } from '../../lib/lists/list-view';
import { LoadError } from '../../lib/lists/load-error';
import { NetworkName } from '../../lib/networks/network-name';
import { Lag, NetworkState } from '../../lib/networks/network-state';
import { usePageTitle } from '../../lib/page-title';
import { formatLag } from '../../lib/time/lag.format';
import { Incidents } from './incidents';
import { statusQuery } from './status.queries';
import './status.css';

type Row = ServiceStatus['networks'][number];

const SUMS: Readonly<Record<ServiceStatus['status'], { tone: NoticeTone; title: string }>> = {
  ok: { tone: 'success', title: 'Everything is working' },
  degraded: { tone: 'warning', title: 'Some things are delayed' },
  down: { tone: 'danger', title: 'No network is being read at the moment' },
};

/** The state, and what is late. */
function State({ row }: { row: Row }) {
  const { t, language } = useTranslation();
  return (
    <>
      <NetworkState {...row} />
      {row.lateSeconds !== null && (
        <p className="num text-caption text-muted">
          {t('Oldest payment late by {{time}}', { time: formatLag(row.lateSeconds, language) })}
        </p>
      )}
    </>
  );
}

const columns = (t: TFunction): readonly Column<Row>[] => [
  { id: 'network', header: t('Network'), isRowHeader: true, skeleton: 'lg', cell: ({ network }) => <NetworkName network={network} /> },
  { id: 'status', header: t('Status'), skeleton: 'badge', cell: (row) => <State row={row} /> },
  {
    id: 'lag',
    header: t('Last block read'),
    align: 'end',
    skeleton: 'sm',
    cell: ({ lagSeconds }) => <Lag seconds={lagSeconds} />,
  },
];

function NetworkCard({ row }: { row: Row }) {
  const { t, language } = useTranslation();
  return (
    <>
      <NetworkName network={row.network} />
      <span className="justify-self-end">
        <State row={row} />
      </span>
      <span className="num col-span-2 text-caption text-muted">
        {row.lagSeconds === null
          ? t('No block read yet')
          : t('Last block read {{time}} ago', { time: formatLag(row.lagSeconds, language) })}
      </span>
    </>
  );
}

/** Its text is the same in every state, so it is there while the state loads, and nothing below it moves. */
function Sum({ status }: { status: ServiceStatus['status'] | undefined }) {
  const { t } = useTranslation();
  const text = (
    <p className="text-muted">
      {t('A payment made while a network is behind or not answering is found as soon as we can read the network again.')}
    </p>
  );
  if (status === undefined) return <Notice title={<Skeleton width="lg" className="status-wait" />}>{text}</Notice>;
  const { tone, title } = SUMS[status];
  return (
    <Notice tone={tone} role="status" title={t(title)}>
      {text}
    </Notice>
  );
}

export default function StatusScreen() {
  const { t } = useTranslation();
  const status = useQuery(statusQuery);
  usePageTitle(t('Service status'));
  const { data } = status;
  return (
    <div className="status-page">
      <h1 className="page-title">{t('Service status')}</h1>
      {data === undefined && status.isError ? (
        <LoadError title={t('The status could not be loaded')} read={status} />
      ) : (
        <>
          <Sum status={data?.status} />
          <ListView
            list={localList(status, data?.networks)}
            failure={t('The status could not be loaded')}
            look={{
              caption: t('Networks'),
              columns: columns(t),
              rowKey: ({ network }) => network,
              card: (row) => <NetworkCard row={row} />,
              skeletonRows: 5,
            }}
          />
          <Incidents incidents={data?.incidents} />
        </>
      )}
    </div>
  );
}
