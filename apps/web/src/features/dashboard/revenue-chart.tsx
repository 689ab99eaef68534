import type { RevenueDay } from '@stablegate/contract';
import { readMicros } from '@stablegate/rules';
import { Amount, BarChart, Card, IconButton, Skeleton } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { ChartColumn, Table2 } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from '../../lib/i18n/texts';
import { hasFailed, LoadError } from '../../lib/lists/load-error';
import { dayNames } from '../../lib/time/day-names';
import { revenueSeriesQuery } from './dashboard.queries';

const DECIMALS = 4;
const totalOf = (days: readonly RevenueDay[]): bigint => days.reduce((sum, { amount }) => sum + (readMicros(amount) ?? 0n), 0n);

export function RevenueChart() {
  const { t } = useTranslation();
  const series = useQuery(revenueSeriesQuery);
  const days = useDeferredValue(series.data);
  const [isTable, setTable] = useState(false);
  if (hasFailed(series)) {
    return <LoadError title={t('The chart could not be loaded')} read={series} />;
  }
  // Thirty empty days say no more than a sentence.
  if (days?.every(({ count }) => count === 0)) {
    return (
      <Card title={t('Revenue, last 30 days')}>
        <p className="text-muted">{t('No invoices were paid in this period. Each day will have its bar here.')}</p>
      </Card>
    );
  }
  const Icon = isTable ? ChartColumn : Table2;
  return (
    <Card
      className="revenue-chart"
      title={
        <>
          {t('Revenue, last 30 days')}
          {/* With its space: at the end of a line that has no width, and would count as a shift of half a screen. */}
          {days !== undefined && (
            <>
              {' '}
              <span className="revenue-sum">
                <Amount className="font-regular text-muted" value={totalOf(days)} decimals={DECIMALS} unit="USDT" />
              </span>
            </>
          )}
        </>
      }
      aside={
        <IconButton
          label={isTable ? t('Show as chart') : t('Show as table')}
          icon={<Icon className="icon" aria-hidden="true" />}
          onClick={() => setTable(!isTable)}
        />
      }
    >
      {days === undefined ? <Skeleton className="chart-skeleton" /> : <Days days={days} isTable={isTable} />}
    </Card>
  );
}

function useDayWords() {
  const { t, language } = useTranslation();
  const number = new Intl.NumberFormat(language);
  return {
    ...dayNames(language),
    paid: (count: number) => (count === 1 ? t('1 paid invoice') : t('{{many}} paid invoices', { many: number.format(count) })),
    grid: (value: number) => number.format(value),
  };
}

function Days({ days, isTable }: { days: readonly RevenueDay[]; isTable: boolean }) {
  const { t } = useTranslation();
  const words = useDayWords();
  const label = t('Revenue per day, last 30 days');
  const bars = days.map(({ date, amount, count }, index) => {
    const isToday = index === days.length - 1;
    return {
      key: date,
      value: amount,
      label: isToday ? t('Today') : words.short(date),
      isOpen: isToday,
      tip: (
        <>
          <div className="text-caption text-muted">{words.long(date)}</div>
          <Amount className="font-medium" value={String(amount)} decimals={DECIMALS} unit="USDT" />
          <div className="num text-caption text-muted">{words.paid(count)}</div>
        </>
      ),
    };
  });
  return (
    <BarChart
      label={label}
      hint={t('Use the arrow keys to move from day to day.')}
      bars={bars}
      gridLabel={words.grid}
      isTable={isTable}
      table={<DaysTable label={label} days={days} />}
    />
  );
}

/** The same figures as a table, newest day first. */
function DaysTable({ label, days }: { label: string; days: readonly RevenueDay[] }) {
  const { t } = useTranslation();
  const words = useDayWords();
  return (
    <table className="data-table" data-dense>
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Day')}</th>
          <th scope="col" data-align="end">
            {t('Paid invoices')}
          </th>
          <th scope="col" data-align="end">
            {t('Amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, amount, count }) => (
          <tr key={date}>
            <th scope="row">{words.long(date)}</th>
            <td data-align="end">{count}</td>
            <td data-align="end">
              <Amount value={String(amount)} decimals={DECIMALS} unit="USDT" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
