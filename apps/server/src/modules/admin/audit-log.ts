import { type AuditEntryView, type adminApi, auditTitle, type RouteQuery } from '@stablegate/contract';
import { type AuditRow, auditCondition, countAuditRows, eachAuditBatch, listAuditRows } from '../../platform/audit-log.queries';
import type { ExportTable } from '../../platform/export/export-table';
import { type Paging, pagingOf, totalsOf, windowOf } from '../../platform/lists/paging';
import type { AdminDeps } from './admin.deps';

export async function listAudit(
  { db, timeZone }: AdminDeps,
  query: RouteQuery<typeof adminApi.auditLog>,
): Promise<Paging & { readonly entries: AuditEntryView[] }> {
  const condition = auditCondition(query, timeZone);
  const window = windowOf(query);
  const [total, rows] = await Promise.all([countAuditRows(db.query, condition), listAuditRows(db.query, condition, window)]);
  return { entries: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })), ...pagingOf(query, totalsOf({ total })) };
}

type Filters = Omit<RouteQuery<typeof adminApi.auditExport>, 'format'>;
const written = (values: Record<string, unknown> | null): string =>
  Object.entries(values ?? {})
    .map(([field, value]) => `${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ');

/** Like the list, with everything that operators may see. */
export const auditTable = ({ db, timeZone }: AdminDeps, filters: Filters, t: (key: string) => string): ExportTable<AuditRow> => ({
  title: t('Nhật ký kiểm tra'),
  subtitle: timeZone,
  timeZone,
  batches: eachAuditBatch(db.query, auditCondition(filters, timeZone)),
  columns: [
    { heading: t('Thời gian'), width: 21, kind: 'time', value: ({ at }) => at },
    { heading: t('Hành động'), width: 30, kind: 'text', value: ({ action }) => t(auditTitle(action)) },
    { heading: t('Người thực hiện'), width: 16, kind: 'text', value: ({ actor }) => actor },
    { heading: t('Tài khoản'), width: 16, kind: 'text', value: ({ account }) => account ?? '' },
    { heading: t('Thiết bị, IP'), width: 24, kind: 'text', value: ({ device, ip }) => [device, ip].filter(Boolean).join(', ') },
    { heading: t('Chi tiết'), width: 36, kind: 'text', value: ({ detail }) => written(detail) },
    { heading: t('Trước'), width: 36, kind: 'text', value: ({ before }) => written(before) },
    { heading: t('Sau'), width: 36, kind: 'text', value: ({ after }) => written(after) },
  ],
  texts: { page: (number) => t('Page {{number}}').replace('{{number}}', String(number)), cut: () => '…' },
});
