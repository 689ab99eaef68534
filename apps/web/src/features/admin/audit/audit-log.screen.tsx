import { type AuditEntryView, adminApi, auditLabel, auditText, auditTitle } from '@stablegate/contract';
import { type Column, middleTruncated } from '@stablegate/ui';
import { call } from '../../../lib/api/api';
import { download } from '../../../lib/api/download';
import { ExportButton } from '../../../lib/export-button';
import { wholeAmount } from '../../../lib/i18n/format';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { AdminList } from '../list/admin-list';
import { AdminTime } from '../list/admin-time';
import { ExpandableText } from '../list/expandable-text';
import type { FilterField } from '../list/filter-form';
import { useAdminList, withPaging } from '../list/use-admin-list';
import './audit-log.css';

const schema = withPaging(adminApi.auditLog.query);

const fieldsOf = (t: TFunction): readonly FilterField[] => [
  { kind: 'text', name: 'action', label: t('Action') },
  { kind: 'text', name: 'username', label: t('Username') },
  { kind: 'text', name: 'text', label: t('Details') },
  { kind: 'days', from: { name: 'from', label: t('From date') }, to: { name: 'to', label: t('to') } },
];

const textOf = (t: TFunction, field: string, value: unknown): string =>
  typeof value === 'string' ? auditText(t, field, value, wholeAmount) : Array.isArray(value) ? value.join(', ') : JSON.stringify(value);

/** Addresses are cut in the middle: both ends are compared. */
const shortOf = (field: string, text: string): string => (field === 'address' ? middleTruncated(text) : text);

type Written = { readonly value: string; readonly short: string };
function written(t: TFunction, values: Record<string, unknown> | null): Written {
  const texts = Object.entries(values ?? {}).map(([field, value]) => ({ field, text: textOf(t, field, value) }));
  const line = (show: (field: string, text: string) => string) =>
    texts.map(({ field, text }) => `${t(auditLabel(field))}: ${show(field, text)}`).join(' · ');
  return { value: line((_field, text) => text), short: line(shortOf) };
}

/** A browser's own name is long; the address behind it is what is looked for. */
const DEVICE_MAX = 20;
const Origin = ({ entry: { device, ip } }: { entry: AuditEntryView }) => (
  <>
    {device !== null && <ExpandableText value={device} max={DEVICE_MAX} />} <bdi className="mono">{ip}</bdi>
  </>
);

/** Two lines: of entries alike in the first values, such as the merchant, the others are compared too. */
const FACTS_MAX = 80;
const Facts = ({ t, values }: { t: TFunction; values: Record<string, unknown> | null }) => (
  <div className={values === null ? undefined : 'audit-facts-cell'}>
    <ExpandableText {...written(t, values)} max={FACTS_MAX} />
  </div>
);

const columnsOf = (t: TFunction): readonly Column<AuditEntryView>[] => [
  { id: 'time', header: t('Time'), cell: ({ at }) => <AdminTime at={at} /> },
  {
    id: 'action',
    header: t('Action'),
    isRowHeader: true,
    cell: ({ action }) => <span className="font-medium">{t(auditTitle(action))}</span>,
  },
  { id: 'actor', header: t('Done by'), cell: ({ actor }) => actor },
  { id: 'account', header: t('Account'), cell: ({ account }) => account ?? '' },
  { id: 'detail', header: t('Details'), cell: ({ detail }) => <Facts t={t} values={detail} /> },
  { id: 'before', header: t('Before'), cell: ({ before }) => <Facts t={t} values={before} /> },
  { id: 'after', header: t('After'), cell: ({ after }) => <Facts t={t} values={after} /> },
  { id: 'from', header: t('Device, IP'), cell: (entry) => <Origin entry={entry} /> },
];

const saveFile = ({ page: _page, size: _size, ...filters }: Record<string, string>): Promise<void> =>
  download(adminApi.auditExport, { query: { format: 'csv', ...filters } }, 'audit-log.csv');

/** On a phone every value has its own line: beside each other, a long address would squeeze the action to a word a line. */
const EntryCard = ({ entry, t }: { entry: AuditEntryView; t: TFunction }) => {
  const { actor, account, device, ip } = entry;
  const joined = (texts: readonly string[], between: string) => texts.filter((text) => text !== '').join(between);
  const [detail, before, after] = [written(t, entry.detail), written(t, entry.before), written(t, entry.after)];
  const all = (of: keyof Written) => joined([detail[of], joined([before[of], after[of]], ' → ')], ' · ');
  return (
    <div className="audit-entry">
      <div className="font-medium">{t(auditTitle(entry.action))}</div>
      <div className="audit-entry-who">
        <bdi>{actor}</bdi>
        <AdminTime at={entry.at} />
      </div>
      {account !== null && account !== actor && (
        <div>
          {t('Account')}: <bdi>{account}</bdi>
        </div>
      )}
      {(device !== null || ip !== null) && (
        <div>
          <bdi>{[device, ip].filter(Boolean).join(', ')}</bdi>
        </div>
      )}
      {detail.value + before.value + after.value !== '' && (
        <div>
          <ExpandableText value={all('value')} short={all('short')} max={120} />
        </div>
      )}
    </div>
  );
};

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
      title={t('Audit log')}
      list={list}
      fields={fieldsOf(t)}
      columns={columnsOf(t)}
      rowKey={({ id }) => id}
      card={(entry) => <EntryCard entry={entry} t={t} />}
      actions={<ExportButton size="sm" label={t('Export CSV')} isEmpty={list.total === 0} save={() => saveFile(list.filters)} />}
      emptyText={t('No entries yet')}
    />
  );
}
