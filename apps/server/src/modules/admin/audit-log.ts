import type { AuditEntryView, adminApi, RouteQuery } from '@stablegate/contract';
import { auditCondition, countAuditRows, listAuditRows } from '../../platform/audit-log.queries';
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
