import type { ApiCall } from '@stablegate/contract';
import { ADMIN_PAGE_SIZES } from '@stablegate/rules';
import { Badge, type Column, CopyButton, middleTruncated } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useCopyToast } from '../../../lib/copy-toast';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { useList } from '../../../lib/lists/list-state';
import { ListView } from '../../../lib/lists/list-view';
import { useUrlFilters } from '../../../lib/lists/url-filters';
import { FullTime } from '../../../lib/time/full-time';
import { useOwnStore } from '../own-store';
import { apiCallsQuery, filterSchema } from './api-log.queries';
import { ApiLogFilterBar } from './api-log-filter-bar';
import { keyText, toneOf } from './call-words';

type Row = { apiCall: ApiCall };

/** What the store's servers called lately, and what they were answered. */
export default function ApiLogTab() {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const url = useUrlFilters(filterSchema);
  const list = useList(url, useQuery(apiCallsQuery(store.id, url.filters)));
  return (
    <>
      <ApiLogFilterBar filters={url.filters} onChange={url.setFilters} onClear={list.clear} />
      <ListView
        list={list}
        failure={t('The API log could not be loaded')}
        look={{
          caption: t('API log'),
          columns: columnsOf(t),
          rowKey: ({ id }) => id,
          card: (apiCall) => <CallCard apiCall={apiCall} />,
          cardLines: 4,
        }}
        empty={{
          icon: <ScrollText className="icon-lg" aria-hidden="true" />,
          title: t('No calls yet'),
          text: t('What your servers call with the keys of this merchant is listed here for 30 days, a second or two after the answer.'),
        }}
        noMatch={{ title: t('No entries found'), text: t('No log entries match the filters.'), clearLabel: t('Clear filters') }}
        pager={{ sizes: ADMIN_PAGE_SIZES }}
      />
    </>
  );
}

const columnsOf = (t: TFunction): readonly Column<ApiCall>[] => [
  { id: 'time', header: t('Time'), className: 'num', cell: ({ at }) => <FullTime at={at} />, skeleton: 'md' },
  {
    id: 'call',
    header: t('Call'),
    isRowHeader: true,
    className: 'call-route',
    cell: ({ route }) => <Route route={route} />,
    skeleton: 'lg',
  },
  { id: 'status', header: t('Status'), cell: (apiCall) => <Status apiCall={apiCall} />, skeleton: 'badge' },
  {
    id: 'from',
    header: t('From where'),
    className: 'call-from',
    cell: (apiCall) => <From apiCall={apiCall} />,
    skeleton: 'md',
    skeletonLines: 2,
  },
  { id: 'request', header: t('Request ID'), cell: (apiCall) => <RequestId apiCall={apiCall} />, skeleton: 'md' },
];

const Route = ({ route }: { route: string }) => (
  <span className="mono" dir="ltr">
    {route}
  </span>
);

const Status = ({ apiCall: { status } }: Row) => <Badge tone={toneOf(status)}>{status}</Badge>;

const Address = ({ ip }: { ip: string }) => (
  <span className="mono text-caption text-muted" dir="ltr">
    {ip}
  </span>
);

function From({ apiCall: { key, keyName, ip } }: Row) {
  const { t } = useTranslation();
  return (
    <div className="grid">
      <bdi>{keyText(t, key, keyName)}</bdi>
      <Address ip={ip} />
    </div>
  );
}

function RequestId({ apiCall: { requestId } }: Row) {
  const { t } = useTranslation();
  const copied = useCopyToast();
  return (
    <span className="copyable">
      <span className="mono" dir="ltr" title={requestId}>
        {middleTruncated(requestId)}
      </span>
      <CopyButton
        className="copy-inline"
        value={requestId}
        label={t('Copy {{what}}', { what: t('Request ID') })}
        copiedLabel={t('Copied')}
        onCopied={copied.done}
        onFailed={copied.refused}
      />
    </span>
  );
}

function CallCard({ apiCall }: Row) {
  const { t } = useTranslation();
  const { at, key, keyName, ip, route } = apiCall;
  return (
    <>
      <span className="mono wrap-anywhere" dir="ltr">
        {route}
      </span>
      <span className="justify-self-end">
        <Status apiCall={apiCall} />
      </span>
      <span className="col-span-2 dotted text-caption text-muted wrap-anywhere">
        <span>
          <FullTime at={at} />
        </span>
        <span>
          <bdi>{keyText(t, key, keyName)}</bdi>
        </span>
        <Address ip={ip} />
      </span>
      <span className="col-span-2 text-caption text-muted">
        <RequestId apiCall={apiCall} />
      </span>
    </>
  );
}
