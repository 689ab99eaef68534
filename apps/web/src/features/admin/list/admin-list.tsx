import { ADMIN_PAGE_SIZES } from '@stablegate/rules';
import { Badge, Button, type Column, classes, Select, Spinner, useIsMobile } from '@stablegate/ui';
import { Inbox, ListFilter } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { formatNumber } from '../../../lib/i18n/format';
import { ListView } from '../../../lib/lists/list-view';
import { usePageTitle } from '../../../lib/page-title';
import { ZoneNote } from '../../../lib/time/zone-note';
import { adminPager } from './admin-pages';
import { useAdminTexts } from './admin-texts';
import { FilterChips } from './filter-chips';
import { type FilterField, FilterForm, reversedEnds, reversedText } from './filter-form';
import type { AdminListState } from './use-admin-list';
import './admin-list.css';
import { useTranslation } from '../../../lib/i18n/texts';

export type AdminListProps<Row> = {
  title: string;
  /** What the page is called in the menu, where the specification's title is another. */
  subtitle?: string;
  /** False where the rows have no times. */
  hasTimes?: boolean;
  list: AdminListState<Row>;
  fields?: readonly FilterField[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** A row on a phone. */
  card: (row: Row, index: number) => ReactNode;
  /** Shown when there are no rows at all. */
  emptyText: string;
  /** Figures above the list. */
  statistics?: ReactNode;
  /** Beside the filter button. */
  actions?: ReactNode;
  /** More columns than fit: two stay visible, the others scroll below them. */
  isWide?: boolean;
  /** The payment invoices also hide the form and reset the page size. */
  onClear?: () => void;
};

/** Common behaviour of all lists of the back office (specification 2). */
export function AdminList<Row>(props: AdminListProps<Row>) {
  const { title, subtitle, hasTimes, list, fields = [], statistics, actions, isWide = false, onClear } = props;
  const { t } = useTranslation();
  usePageTitle(title, 'Admin');
  const formId = useId();
  const isMobile = useIsMobile();
  const [isOpen, setOpen] = useState<boolean | undefined>(undefined);
  // On a phone the form would push the list out of view, so it is hidden until requested.
  const isFormShown = fields.length > 0 && (isOpen ?? !isMobile);
  const clear = () => {
    if (onClear === undefined) return list.clear();
    setOpen(false);
    onClear();
  };
  const filterButton = (
    <Button
      size="sm"
      icon={<ListFilter className="icon-sm" aria-hidden="true" />}
      aria-expanded={isFormShown}
      aria-controls={formId}
      onClick={() => setOpen(!isFormShown)}
    >
      {isFormShown ? t('Hide filters') : t('Show filters')}
    </Button>
  );
  return (
    <>
      <ListHead
        title={title}
        subtitle={subtitle}
        hasTimes={hasTimes}
        list={list}
        end={
          <>
            {actions}
            {fields.length > 0 && filterButton}
          </>
        }
      />
      {statistics}
      <div className={classes('admin-list', isWide && 'admin-wide')}>
        {isFormShown ? (
          <FilterForm id={formId} fields={fields} values={list.filters} refused={list.refused} onApply={list.apply} onClear={clear} />
        ) : (
          <FilterChips fields={fields} values={list.filters} onApply={list.apply} />
        )}
        <Rows {...props} onClear={clear} />
      </div>
    </>
  );
}

/** "9", or "20 / 42" where there are more than this page shows. A slash is read aloud as such, or not at all: screen readers get words. */
function RowCount<Row>({ list: { rows = [], total, isCapped } }: { list: AdminListState<Row> }) {
  const { t } = useTranslation();
  const counts = { rows: formatNumber(rows.length), total: formatNumber(total) };
  const hasMore = total > rows.length;
  const words = isCapped
    ? t('Rows on this page: {{rows}} of more than {{total}}', counts)
    : t('Rows on this page: {{rows}} of {{total}}', counts);
  return (
    <Badge className="num">
      <span className="sr-only">{hasMore ? words : t('Rows on this page: {{rows}}', counts)}</span>
      <span dir="ltr" aria-hidden="true">
        {hasMore ? `${counts.rows} / ${counts.total}${isCapped ? '+' : ''}` : counts.rows}
      </span>
    </Badge>
  );
}

type ListHeadProps<Row> = Pick<AdminListProps<Row>, 'title' | 'subtitle' | 'hasTimes' | 'list'> & { end: ReactNode };

function ListHead<Row>({ title, subtitle, hasTimes = true, list, end }: ListHeadProps<Row>) {
  const { t } = useTranslation();
  const { rows, isFetching } = list;
  return (
    <div className="admin-title">
      <div className="admin-heading">
        {/* In one line of text: beside a title of two lines the count would stand at the far edge. */}
        <div>
          <h1 className="page-title admin-list-name">{title}</h1> {rows !== undefined && <RowCount list={list} />}
        </div>
        {subtitle !== undefined && <p className="text-caption text-muted">{subtitle}</p>}
      </div>
      <span className="admin-refresh" role="status">
        {rows !== undefined && isFetching && (
          <span className="appear-late flex items-center gap-1">
            <Spinner size="sm" />
            {t('Loading data...')}
          </span>
        )}
      </span>
      {hasTimes && <ZoneNote />}
      <Select
        className="admin-size"
        label={t('Rows per page')}
        value={String(list.size)}
        onChange={(size) => list.goTo({ size: Number.parseInt(size, 10) })}
        options={ADMIN_PAGE_SIZES.map((size) => ({ value: String(size), label: t('{{size}} / page', { size }) }))}
      />
      {end}
    </div>
  );
}

/** In place of rows while the first ones load. */
export function AdminLoading() {
  const { t } = useTranslation();
  return (
    <div className="admin-loading" aria-busy="true">
      <span className="appear-late flex items-center gap-2" role="status">
        <Spinner />
        {t('Loading data...')}
      </span>
    </div>
  );
}

function Rows<Row>({ title, list, fields = [], columns, rowKey, card, emptyText, onClear }: AdminListProps<Row>) {
  const { t } = useTranslation();
  const texts = useAdminTexts();
  const before = list.page * list.size;
  const reversed = reversedEnds(fields, list.filters);
  // Row numbers continue over the pages (specification 2).
  const numbered: Column<Row> = { id: 'number', header: '#', className: 'admin-index', cell: (_row, index) => index + 1 + before };
  return (
    <ListView
      list={{ ...list, clear: onClear ?? list.clear }}
      texts={texts}
      failure={t('The data could not be loaded')}
      loading={<AdminLoading />}
      look={{
        caption: title,
        columns: [numbered, ...columns],
        rowKey,
        card: (row, index) => card(row, index + before),
        dense: true,
      }}
      empty={{ icon: <Inbox className="icon-lg" aria-hidden="true" />, title: emptyText }}
      noMatch={{
        title: t('No matches'),
        // The form refuses such a range; a written address or a bookmark can still have one.
        text: reversed.length > 0 ? reversedText(t, fields, reversed) : t('No rows match the filters.'),
        clearLabel: t('Clear filters'),
      }}
      pager={adminPager(list)}
    />
  );
}
