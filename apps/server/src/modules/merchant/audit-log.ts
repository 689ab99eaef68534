import { auditLabel, auditText, auditTitle, type OwnAuditEntry } from '@stablegate/contract';
import {
  type AuditFilters,
  type AuditRow,
  auditCondition,
  countAuditRows,
  eachAuditBatch,
  listAuditRows,
} from '../../platform/audit-log.queries';
import type { ExportTable } from '../../platform/export/export-table';
import type { UserId } from '../../platform/id-types';
import { type PageQuery, type Totals, totalsOf, windowOf } from '../../platform/lists/paging';
import type { MerchantDeps } from './merchant.deps';

type Values = Record<string, string>;
const textsOf = (values: Record<string, unknown> | null): Values =>
  Object.fromEntries(Object.entries(values ?? {}).map(([field, value]) => [field, String(value)]));

/** Operators' names and reasons stay inside the platform. */
function toOwn({ id, at, actor, action, ip, device, detail, before, after }: AuditRow): OwnAuditEntry {
  const isOperator = action.startsWith('operator.');
  return {
    id,
    at: at.toISOString(),
    actor: isOperator ? 'Stablegate' : actor,
    action,
    ip,
    device,
    detail: isOperator ? {} : textsOf(detail),
    before: textsOf(before),
    after: textsOf(after),
  };
}

export async function listOwnAudit(
  { db, timeZone }: MerchantDeps,
  userId: UserId,
  query: AuditFilters & PageQuery,
): Promise<Totals & { content: OwnAuditEntry[] }> {
  const condition = auditCondition({ ...query, userId }, timeZone);
  const window = windowOf(query);
  const [total, rows] = await Promise.all([countAuditRows(db.query, condition), listAuditRows(db.query, condition, window)]);
  return { content: rows.map(toOwn), ...totalsOf({ total }) };
}

async function* eachEntry(deps: MerchantDeps, userId: UserId, filters: AuditFilters): AsyncGenerator<OwnAuditEntry[]> {
  const condition = auditCondition({ ...filters, userId }, deps.timeZone);
  for await (const rows of eachAuditBatch(deps.db.query, condition)) yield rows.map(toOwn);
}

type Translate = (key: string) => string;
const written = (t: Translate, values: Values): string =>
  Object.entries(values)
    .map(([field, text]) => `${t(auditLabel(field))}: ${auditText(t, field, text)}`)
    .join('; ');

export const auditTable = (deps: MerchantDeps, userId: UserId, filters: AuditFilters, t: Translate): ExportTable<OwnAuditEntry> => ({
  title: t('Audit log'),
  subtitle: deps.timeZone,
  timeZone: deps.timeZone,
  batches: eachEntry(deps, userId, filters),
  columns: [
    { heading: t('Time'), width: 21, kind: 'time', value: ({ at }) => new Date(at) },
    { heading: t('What changed'), width: 36, kind: 'text', value: ({ action }) => t(auditTitle(action)) },
    { heading: t('Who'), width: 16, kind: 'text', value: ({ actor }) => actor },
    { heading: t('Device'), width: 20, kind: 'text', value: ({ device }) => device ?? '' },
    { heading: t('IP address'), width: 18, kind: 'text', value: ({ ip }) => ip ?? '' },
    { heading: t('Details'), width: 36, kind: 'text', value: ({ detail }) => written(t, detail) },
    { heading: t('Before'), width: 36, kind: 'text', value: ({ before }) => written(t, before) },
    { heading: t('After'), width: 36, kind: 'text', value: ({ after }) => written(t, after) },
  ],
  texts: { page: (number) => t('Page {{number}}').replace('{{number}}', String(number)), cut: () => '…' },
});
