import { BarChart, Card } from '@stablegate/ui';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import type { Read } from '../../../lib/lists/list-state';
import { AdminLoadError } from '../list/admin-texts';

export type Day = { date: string; value: number };

export type DayChartProps = {
  title: string;
  /** Oldest first, today last; undefined while they load. */
  days: readonly Day[] | undefined;
  write: (value: number) => ReactNode;
  failure: Read | undefined;
};

/** 14/11 of 2026-11-14. */
const shortDay = (date: string): string => `${date.slice(8, 10)}/${date.slice(5, 7)}`;

export function DayChart({ title, days, write, failure }: DayChartProps) {
  const { t, language } = useTranslation();
  if (failure !== undefined) return <AdminLoadError title={t('The figures could not be loaded')} read={failure} />;
  const grid = new Intl.NumberFormat(language);
  const shown = days ?? [];
  return (
    <Card title={title} aside={<span className="text-caption text-muted">{t('Last 30 days')}</span>}>
      <BarChart
        label={title}
        hint={t('Use the arrow keys to move from day to day.')}
        gridLabel={(value) => grid.format(value)}
        bars={shown.map(({ date, value }, index) => ({
          key: date,
          value,
          label: shortDay(date),
          isOpen: index === shown.length - 1,
          tip: (
            <>
              <div className="text-caption text-muted">{shortDay(date)}</div>
              <div className="font-medium">{write(value)}</div>
            </>
          ),
        }))}
        table={
          <table>
            <caption>{title}</caption>
            <tbody>
              {shown.map(({ date, value }) => (
                <tr key={date}>
                  <th scope="row">{shortDay(date)}</th>
                  <td>{write(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        }
      />
    </Card>
  );
}
