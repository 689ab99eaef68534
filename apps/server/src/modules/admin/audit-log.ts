import type { AuditEntryView, adminApi, RouteQuery } from '@stablegate/contract';
import { given, type Paging, pagingOf, totalsOf, windowOf } from '../../platform/lists/paging';
import type { AdminDeps } from './admin.deps';
import { countAuditRows, listAuditRows } from './audit-log.queries';

export async function listAudit(
  deps: AdminDeps,
  query: RouteQuery<typeof adminApi.auditLog>,
): Promise<Paging & { readonly entries: AuditEntryView[] }> {
  const action = given(query.action);
  const window = windowOf(query);
  const [counted, rows] = await Promise.all([countAuditRows(deps.db.query, action), listAuditRows(deps.db.query, action, window)]);
  return { entries: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })), ...pagingOf(query, totalsOf({ total: counted })) };
}
