import { BarChart, Card, Skeleton } from '@stablegate/ui';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import type { Read } from '../../../lib/lists/list-state';
import { dayNames } from '../../../lib/time/day-names';
import { AdminLoadError } from '../list/admin-texts';

export type Day = { date: string; value: number };

export type DayChartProps = {
  title: string;
  /** Oldest first, today last; undefined while they load. */
  days: readonly Day[] | undefined;
  write: (value: number) => ReactNode;
  failure: Read | undefined;
};

export function DayChart({ title, days, write, failure }: DayChartProps) {
  const { t } = useTranslation();
  return (
    <Card title={title} aside={<span className="text-caption text-muted">{t('Last 30 days')}</span>}>
      {failure !== undefined && <AdminLoadError title={t('The figures could not be loaded')} read={failure} />}
      {failure === undefined && days === undefined && <Skeleton className="chart-skeleton" />}
      {failure === undefined && days !== undefined && <Bars title={title} days={days} write={write} />}
    </Card>
  );
}

function Bars({ title, days, write }: Pick<DayChartProps, 'title' | 'write'> & { days: readonly Day[] }) {
  const { t, language } = useTranslation();
  // An axis from 0 to 1 without bars reads like a figure.
  if (days.every(({ value }) => value === 0)) return <p className="text-muted">{t('Nothing in the last 30 days.')}</p>;
  const grid = new Intl.NumberFormat(language);
  const { short, long } = dayNames(language);
  return (
    <BarChart
      label={title}
      hint={t('Use the arrow keys to move from day to day.')}
      gridLabel={(value) => grid.format(value)}
      bars={days.map(({ date, value }, index) => ({
        key: date,
        value,
        label: short(date),
        isOpen: index === days.length - 1,
        tip: (
          <>
            <div className="text-caption text-muted">{long(date)}</div>
            <div className="font-medium">{write(value)}</div>
          </>
        ),
      }))}
      table={
        <table>
          <caption>{title}</caption>
          <tbody>
            {days.map(({ date, value }) => (
              <tr key={date}>
                <th scope="row">{long(date)}</th>
                <td>{write(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
}
