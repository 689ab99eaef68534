import { auditApi, auditTitle, type OwnAuditEntry } from '@stablegate/contract';
import { ADMIN_PAGE_SIZES } from '@stablegate/rules';
import type { Column } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { download } from '../../lib/api/download';
import { AuditFacts } from '../../lib/audit-facts';
import { ExportButton } from '../../lib/export-button';
import { useList } from '../../lib/lists/list-state';
import { ListView } from '../../lib/lists/list-view';
import { useUrlFilters } from '../../lib/lists/url-filters';
import { usePageTitle } from '../../lib/page-title';
import { TimeAgo } from '../../lib/time/time-ago';
import { AuditFilterBar } from './audit-filter-bar';
import { auditQuery, type Filters, filterSchema } from './audit-filters';
import './audit.css';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';

function What({ entry }: { entry: OwnAuditEntry }) {
  const { t } = useTranslation();
  return (
    <div className="audit-cell">
      <div className="font-medium">{t(auditTitle(entry.action))}</div>
      <AuditFacts {...entry} />
    </div>
  );
}

/** A program has no device. */
const Origin = ({ entry: { device, ip } }: { entry: OwnAuditEntry }) =>
  ip !== null && (
    <>
      {device !== null && (
        <>
          <bdi>{device}</bdi>{' '}
        </>
      )}
      <span className="mono whitespace-nowrap text-caption text-muted" dir="ltr">
        {ip}
      </span>
    </>
  );

const columnsOf = (t: TFunction): readonly Column<OwnAuditEntry>[] => [
  { id: 'time', header: t('Time'), cell: ({ at }) => <TimeAgo at={at} />, skeleton: 'md' },
  { id: 'what', header: t('What changed'), isRowHeader: true, cell: (entry) => <What entry={entry} />, skeleton: 'lg', skeletonLines: 3 },
  { id: 'who', header: t('Who'), cell: ({ actor }) => actor, skeleton: 'sm' },
  { id: 'from', header: t('From where'), className: 'audit-from', cell: (entry) => <Origin entry={entry} />, skeleton: 'md' },
];

const AuditCard = ({ entry }: { entry: OwnAuditEntry }) => (
  <div className="grid gap-1">
    <What entry={entry} />
    <span className="dotted text-caption text-muted wrap-anywhere">
      <span>
        <bdi>{entry.actor}</bdi>
      </span>
      {entry.ip !== null && (
        <span>
          <Origin entry={entry} />
        </span>
      )}
      <span>
        <TimeAgo at={entry.at} />
      </span>
    </span>
  </div>
);

const saveFile = ({ page: _page, size: _size, ...filters }: Filters): Promise<void> =>
  download(auditApi.export, { query: { format: 'csv', ...filters } }, 'audit-log.csv');

export default function AuditLogScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Audit log'));
  const url = useUrlFilters(filterSchema);
  const list = useList(url, useQuery(auditQuery(url.filters)));
  return (
    <>
      <h1 className="page-title">{t('Audit log')}</h1>
      <p className="text-muted">{t('Who changed what in your account, and from where. Entries can be neither changed nor deleted.')}</p>
      <AuditFilterBar
        filters={url.filters}
        onChange={url.setFilters}
        onClear={list.clear}
        actions={<ExportButton label={t('Export')} isEmpty={list.total === 0} save={() => saveFile(url.filters)} />}
      />
      <ListView
        list={list}
        failure={t('The audit log could not be loaded')}
        look={{
          caption: t('Audit log'),
          columns: columnsOf(t),
          rowKey: ({ id }) => id,
          card: (entry) => <AuditCard entry={entry} />,
          cardLines: 5,
        }}
        empty={{
          icon: <ScrollText className="icon-lg" aria-hidden="true" />,
          title: t('No entries yet'),
          text: t('Decisions about payments and changes of addresses, keys and settings will be listed here.'),
        }}
        noMatch={{ title: t('No entries found'), text: t('No log entries match the filters.'), clearLabel: t('Clear filters') }}
        pager={{ sizes: ADMIN_PAGE_SIZES }}
      />
    </>
  );
}
