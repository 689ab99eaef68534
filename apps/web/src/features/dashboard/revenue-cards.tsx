import type { Revenue } from '@stablegate/contract';
import { Amount, Skeleton } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { type ReactNode, useDeferredValue } from 'react';
import { shownPercent } from '../../lib/i18n/format';
import { useTranslation } from '../../lib/i18n/texts';
import { hasFailed, LoadError } from '../../lib/lists/load-error';
import { businessMonth } from '../../lib/time/business-month';
import { dayChange } from '../../lib/time/day-change';
import { NOTHING } from '../../lib/time/read-time';
import { revenueQuery } from './dashboard.queries';

/** Specification 2: four figures in USDT with 4 decimals. */
const DECIMALS = 4;
const NO_COUNTS = { allTime: null, month: null, week: null, today: null };

export function RevenueCards() {
  const { t } = useTranslation();
  const revenue = useQuery(revenueQuery);
  const shown = useDeferredValue(revenue.data);
  if (hasFailed(revenue)) {
    return <LoadError title={t('Your revenue could not be loaded')} read={revenue} />;
  }
  return <Figures revenue={shown} />;
}

function Figures({ revenue }: { revenue: Revenue | undefined }) {
  const { t } = useTranslation();
  // The documented answer may come without the counts.
  const counts = revenue && (revenue.counts ?? NO_COUNTS);
  return (
    <section className="card revenue" aria-label={t('Revenue')}>
      <Figure label={t('All time')} amount={revenue && (revenue.allTime ?? null)}>
        <PaidCount value={counts?.allTime} />
      </Figure>
      <Figure
        label={revenue === undefined ? t('This month') : t('This month ({{month}})', { month: businessMonth() })}
        amount={revenue && (revenue.month ?? null)}
      >
        <PaidCount value={counts?.month} />
      </Figure>
      <Figure label={t('This week')} amount={revenue && (revenue.week ?? null)}>
        <PaidCount value={counts?.week} />
      </Figure>
      <Figure label={t('Today')} amount={revenue && (revenue.today ?? null)}>
        {revenue === undefined ? <PaidCount value={undefined} /> : <AgainstYesterday revenue={revenue} count={counts?.today} />}
      </Figure>
    </section>
  );
}

type FigureProps = {
  label: string;
  /** null: the answer leaves it out. */
  amount: number | null | undefined;
  children: ReactNode;
};

const Figure = ({ label, amount, children }: FigureProps) => (
  <div>
    <h2 className="revenue-label">{label}</h2>
    <div className="revenue-figure">
      {amount === undefined && <Skeleton width="lg" />}
      {amount === null ? NOTHING : amount !== undefined && <Amount value={String(amount)} decimals={DECIMALS} unit="USDT" />}
    </div>
    <div className="revenue-note">{children}</div>
  </div>
);

function PaidCount({ value }: { value: number | null | undefined }) {
  const { t, language } = useTranslation();
  if (value === undefined) return <Skeleton width="sm" />;
  if (value === null) return null;
  const many = new Intl.NumberFormat(language).format(value);
  return <p className="num text-caption text-muted">{value === 1 ? t('1 paid invoice') : t('{{many}} paid invoices', { many })}</p>;
}

const icons = { up: TrendingUp, down: TrendingDown, same: Minus };

function AgainstYesterday({ revenue: { today, yesterday }, count }: { revenue: Revenue; count: number | null | undefined }) {
  const { t } = useTranslation();
  const change = dayChange(today, yesterday);
  if (change === undefined) return <PaidCount value={count} />;
  const Icon = icons[change.direction];
  const words = { up: t('Up'), down: t('Down'), same: t('Unchanged') };
  return (
    <p className="revenue-change num text-caption" data-direction={change.direction}>
      <Icon className="icon-sm" aria-hidden="true" />
      <span className="sr-only">{words[change.direction]}</span>
      <span>{shownPercent(change.percent)}</span>
      <span className="text-muted">{t('against yesterday')}</span>
    </p>
  );
}
