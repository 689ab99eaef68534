import { Button, RequestId, Skeleton } from '@stablegate/ui';
import { ArrowDown, ArrowUp, CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../../lib/api/api-error';
import { shownPercent } from '../../../lib/i18n/format';
import type { Read } from '../../../lib/lists/list-state';
import { businessMonth } from '../../../lib/time/business-month';
import { dayChange } from '../../../lib/time/day-change';
import { AdminLoadError, useAdminTexts } from './admin-texts';
import './statistics.css';
import { useTranslation } from '../../../lib/i18n/texts';

/** All time, this month, this week, today. */
export type Periods<Value> = readonly [allTime: Value, month: Value, week: Value, today: Value];
/** `failure`: of this row's reading, where the rows have several. */
export type StatisticsRow = { label: string; values: Periods<ReactNode> | undefined; failure?: Read | undefined };

export type StatisticsProps = {
  /** Names the figures for screen readers. */
  label: string;
  rows: readonly StatisticsRow[];
  /** Label of the first card where "all time" does not fit. */
  firstLabel?: string;
  /** Nothing could be read: it is said once, in place of all rows. */
  failure?: Read | undefined;
};

/** Four figures per row in one frame with hairlines, preceded by the row's name. */
export function Statistics({ label, rows, firstLabel, failure }: StatisticsProps) {
  const { t } = useTranslation();
  if (failure !== undefined) {
    return (
      <div className="mb-4">
        <AdminLoadError title={t('The figures could not be loaded')} read={failure} />
      </div>
    );
  }
  const periods = [firstLabel ?? t('All time'), t('This month ({{month}})', { month: businessMonth() }), t('This week'), t('Today')];
  return (
    <section className="card statistics" aria-label={label}>
      {rows.map((row) => (
        <div key={row.label} className="statistics-row">
          <div className="statistics-name">{row.label}</div>
          {row.failure === undefined ? <Cells row={row} periods={periods} /> : <FailedRow label={row.label} failure={row.failure} />}
        </div>
      ))}
    </section>
  );
}

const Cells = ({ row: { label, values }, periods }: { row: StatisticsRow; periods: readonly string[] }) => (
  <dl>
    {periods.map((period, index) => (
      <div key={period} className="statistics-cell">
        <dt>
          <span className="sr-only">{label} </span>
          {period}
        </dt>
        <dd>{values === undefined ? <Skeleton width="lg" className="appear-late" /> : values[index]}</dd>
      </div>
    ))}
  </dl>
);

/** In place of one row's figures: shorter than the error of a whole list, with what support asks for. */
function FailedRow({ label, failure: { error, isFetching = false, refetch } }: { label: string; failure: Read }) {
  const { t } = useTranslation();
  const texts = useAdminTexts();
  return (
    <div className="statistics-failure" role="alert">
      <CircleAlert className="icon" aria-hidden="true" />
      <div className="statistics-failure-text">
        <span className="sr-only">{label} </span>
        {t('The figures could not be loaded')}
        {error instanceof ApiError && error.requestId !== undefined && (
          <div className="text-caption text-muted">
            <RequestId id={error.requestId} labels={texts} />
          </div>
        )}
      </div>
      <Button size="sm" busy={isFetching} icon={<RotateCw className="icon-sm" aria-hidden="true" />} onClick={() => void refetch()}>
        {texts.retry}
      </Button>
    </div>
  );
}

export function DayChangeMark({ today, yesterday }: { today: number; yesterday: number }) {
  const { t } = useTranslation();
  const change = dayChange(today, yesterday);
  if (change === undefined) return null;
  const Arrow = change.direction === 'down' ? ArrowDown : ArrowUp;
  const words = { up: t('up from yesterday'), down: t('down from yesterday'), same: t('same as yesterday') };
  return (
    <span className="day-change" data-direction={change.direction} title={words[change.direction]}>
      {change.direction !== 'same' && <Arrow className="icon-sm" aria-hidden="true" />}
      {shownPercent(change.percent)}
      <span className="sr-only"> {words[change.direction]}</span>
    </span>
  );
}
