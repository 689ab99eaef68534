import type { AuditEntryView, adminApi, RouteQuery } from '@stablegate/contract';
import type { AdminDeps } from './admin.deps';
import { countAuditRows, listAuditRows } from './audit-log.queries';
import { given, type Paging, pagingOf, windowOf } from './paging';

export async function listAudit(
  deps: AdminDeps,
  query: RouteQuery<typeof adminApi.auditLog>,
): Promise<Paging & { readonly entries: AuditEntryView[] }> {
  const action = given(query.action);
  const window = windowOf(query);
  const [counted, rows] = await Promise.all([countAuditRows(deps.db.query, action), listAuditRows(deps.db.query, action, window)]);
  return { entries: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })), ...pagingOf(query, { total: counted }) };
}
