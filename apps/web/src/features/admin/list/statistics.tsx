import { Skeleton } from '@stablegate/ui';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { shownPercent } from '../../../lib/i18n/format';
import type { Read } from '../../../lib/lists/list-state';
import { dayChange } from '../../../lib/time/day-change';
import { AdminLoadError } from './admin-texts';
import { businessMonth } from './business-month';
import './statistics.css';
import { useTranslation } from '../../../lib/i18n/texts';

/** All time, this month, this week, today. */
export type Periods<Value> = readonly [allTime: Value, month: Value, week: Value, today: Value];
export type StatisticsRow = { label: string; values: Periods<ReactNode> | undefined };

export type StatisticsProps = {
  /** Names the figures for screen readers. */
  label: string;
  rows: readonly StatisticsRow[];
  /** Label of the first card where "all time" does not fit. */
  firstLabel?: string;
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
          <dl>
            {periods.map((period, index) => (
              <div key={period} className="statistics-cell">
                <dt>
                  <span className="sr-only">{row.label} </span>
                  {period}
                </dt>
                <dd>{row.values === undefined ? <Skeleton width="lg" className="appear-late" /> : row.values[index]}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
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
