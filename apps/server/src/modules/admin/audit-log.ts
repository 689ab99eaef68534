import { type AuditEntryView, type adminApi, auditLabel, auditText, auditTitle, type RouteQuery } from '@stablegate/contract';
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
type Translate = (key: string) => string;
const textOf = (t: Translate, field: string, value: unknown): string =>
  typeof value === 'string' ? auditText(t, field, value) : JSON.stringify(value);
const written = (t: Translate, values: Record<string, unknown> | null): string =>
  Object.entries(values ?? {})
    .map(([field, value]) => `${t(auditLabel(field))}: ${textOf(t, field, value)}`)
    .join('; ');

/** Like the list, with everything that operators may see. */
export const auditTable = ({ db, timeZone }: AdminDeps, filters: Filters, t: Translate): ExportTable<AuditRow> => ({
  title: t('Audit log'),
  subtitle: timeZone,
  timeZone,
  batches: eachAuditBatch(db.query, auditCondition(filters, timeZone)),
  columns: [
    { heading: t('Time'), width: 21, kind: 'time', value: ({ at }) => at },
    { heading: t('Action'), width: 30, kind: 'text', value: ({ action }) => t(auditTitle(action)) },
    { heading: t('Done by'), width: 16, kind: 'text', value: ({ actor }) => actor },
    { heading: t('Account'), width: 16, kind: 'text', value: ({ account }) => account ?? '' },
    { heading: t('Device, IP'), width: 24, kind: 'text', value: ({ device, ip }) => [device, ip].filter(Boolean).join(', ') },
    { heading: t('Details'), width: 36, kind: 'text', value: ({ detail }) => written(t, detail) },
    { heading: t('Before'), width: 36, kind: 'text', value: ({ before }) => written(t, before) },
    { heading: t('After'), width: 36, kind: 'text', value: ({ after }) => written(t, after) },
  ],
  texts: { page: (number) => t('Page {{number}}').replace('{{number}}', String(number)), cut: () => '…' },
});
