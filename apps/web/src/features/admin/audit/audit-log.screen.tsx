import { type AuditEntryView, adminApi, auditTitle } from '@stablegate/contract';
import type { Column } from '@stablegate/ui';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api';
import { download } from '../../../lib/api/download';
import { ExportButton } from '../../../lib/export-button';
import { AdminList } from '../list/admin-list';
import { AdminTime } from '../list/admin-time';
import { ExpandableText } from '../list/expandable-text';
import type { FilterField } from '../list/filter-form';
import { useAdminList, withPaging } from '../list/use-admin-list';

const schema = withPaging(adminApi.auditLog.query);

const fieldsOf = (t: TFunction): readonly FilterField[] => [
  { kind: 'text', name: 'action', label: t('Hành động') },
  { kind: 'text', name: 'username', label: t('Tên đăng nhập') },
  { kind: 'text', name: 'text', label: t('Chi tiết') },
  { kind: 'days', from: { name: 'from', label: t('Từ ngày'), prefix: t('Từ') }, to: { name: 'to', label: t('đến') } },
];

const written = (values: Record<string, unknown> | null): string =>
  Object.entries(values ?? {})
    .map(([field, value]) => `${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');

const columnsOf = (t: TFunction): readonly Column<AuditEntryView>[] => [
  { id: 'time', header: t('Thời gian'), cell: ({ at }) => <AdminTime at={at} /> },
  {
    id: 'action',
    header: t('Hành động'),
    isRowHeader: true,
    cell: ({ action }) => <span className="font-medium">{t(auditTitle(action))}</span>,
  },
  { id: 'actor', header: t('Người thực hiện'), cell: ({ actor }) => actor },
  { id: 'account', header: t('Tài khoản'), cell: ({ account }) => account ?? '' },
  { id: 'from', header: t('Thiết bị, IP'), cell: ({ device, ip }) => [device, ip].filter(Boolean).join(', ') },
  { id: 'detail', header: t('Chi tiết'), cell: ({ detail }) => <ExpandableText value={written(detail)} max={40} /> },
  { id: 'before', header: t('Trước'), cell: ({ before }) => <ExpandableText value={written(before)} max={40} /> },
  { id: 'after', header: t('Sau'), cell: ({ after }) => <ExpandableText value={written(after)} max={40} /> },
];

const saveFile = ({ page: _page, size: _size, ...filters }: Record<string, string>): Promise<void> =>
  download(adminApi.auditExport, { query: { format: 'csv', ...filters } }, 'audit-log.csv');

const EntryCard = ({ entry, t }: { entry: AuditEntryView; t: TFunction }) => (
  <>
    <span className="font-medium">{t(auditTitle(entry.action))}</span>
    <span className="justify-self-end text-caption">
      <AdminTime at={entry.at} />
    </span>
    <span className="truncate text-caption text-muted">
      {entry.actor} · {entry.ip ?? ''}
    </span>
    <span className="truncate text-caption text-muted">
      {[written(entry.before), written(entry.after)].filter((text) => text !== '').join(' → ')}
    </span>
  </>
);

export default function AuditLogScreen() {
  const { t } = useTranslation();
  const list = useAdminList({
    name: 'audit-log',
    schema,
    load: async (query, signal) => {
      const { entries, ...paging } = (await call(adminApi.auditLog, { query, signal })).data;
      return { content: entries, ...paging };
    },
  });
  return (
    <AdminList
      title={t('Nhật ký kiểm tra')}
      list={list}
      fields={fieldsOf(t)}
      columns={columnsOf(t)}
      rowKey={({ id }) => id}
      card={(entry) => <EntryCard entry={entry} t={t} />}
      actions={<ExportButton size="sm" label={t('Xuất CSV')} save={() => saveFile(list.filters)} />}
      emptyText={t('Chưa có mục nào')}
    />
  );
}
