import { useQuery } from '@tanstack/react-query';
import type { Read } from '../../../lib/lists/list-state';
import { failureOf, hasFailed } from '../../../lib/lists/load-error';
import { usePageTitle } from '../../../lib/page-title';
import { AdminLoadError } from '../list/admin-texts';
import { Count } from '../list/count';
import { depositFiguresUsdt, feeFigures, revenueFigures, usdt, userFigures } from '../list/figures';
import { Statistics } from '../list/statistics';
import {
  depositSeriesQuery,
  depositStatisticsQuery,
  revenueQuery,
  revenueSeriesQuery,
  userSeriesQuery,
  userStatisticsQuery,
} from '../list/statistics.queries';
import { DayChart } from './day-chart';
import { healthQuery, OperationsPanel } from './operations-panel';
import '../list/admin-list.css';
import './dashboard.css';
import { useTranslation } from '../../../lib/i18n/texts';

export default function AdminDashboardScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Data'), 'Admin');
  const outage = useOutage();
  return (
    <>
      <div className="admin-title">
        <h1 className="page-title">{t('Data')}</h1>
      </div>
      {outage === undefined ? (
        <>
          <OperationsPanel />
          <Figures />
          <Charts />
        </>
      ) : (
        <AdminLoadError title={t('The figures could not be loaded')} read={outage} />
      )}
    </>
  );
}

/** When nothing at all can be loaded it is said once, and one button tries everything again. */
function useOutage(): Read | undefined {
  const reads = [
    useQuery(healthQuery),
    useQuery(revenueQuery),
    useQuery(depositStatisticsQuery),
    useQuery(userStatisticsQuery),
    useQuery(revenueSeriesQuery),
    useQuery(depositSeriesQuery),
    useQuery(userSeriesQuery),
  ];
  return reads.every(hasFailed) ? failureOf(...reads) : undefined;
}

/** 16 cards in four rows (specification 2). */
function Figures() {
  const { t } = useTranslation();
  const revenue = useQuery(revenueQuery);
  const deposits = useQuery(depositStatisticsQuery);
  const users = useQuery(userStatisticsQuery);
  const reads = [revenue, deposits, users];
  return (
    <Statistics
      label={t('Statistics')}
      rows={[
        { label: t('Fee'), values: revenue.data && feeFigures(revenue.data), failure: failureOf(revenue) },
        { label: t('Customer deposits'), values: deposits.data && depositFiguresUsdt(deposits.data), failure: failureOf(deposits) },
        { label: t('User registrations'), values: users.data && userFigures(users.data), failure: failureOf(users) },
        { label: t('Total revenue'), values: revenue.data && revenueFigures(revenue.data), failure: failureOf(revenue) },
      ]}
      failure={reads.every(hasFailed) ? failureOf(...reads) : undefined}
    />
  );
}

function Charts() {
  const { t } = useTranslation();
  const revenue = useQuery(revenueSeriesQuery);
  const deposits = useQuery(depositSeriesQuery);
  const users = useQuery(userSeriesQuery);
  return (
    <div className="admin-charts">
      <DayChart
        title={`${t('Revenue per day')} (USDT)`}
        days={revenue.data?.map(({ date, amount }) => ({ date, value: amount }))}
        write={usdt}
        failure={failureOf(revenue)}
      />
      <DayChart
        title={`${t('Fees per day')} (USDT)`}
        days={revenue.data?.map(({ date, fee }) => ({ date, value: fee }))}
        write={usdt}
        failure={failureOf(revenue)}
      />
      <DayChart
        title={`${t('Deposits per day')} (USDT)`}
        days={deposits.data?.map(({ date, amount }) => ({ date, value: amount }))}
        write={usdt}
        failure={failureOf(deposits)}
      />
      <DayChart
        title={t('Registrations per day')}
        days={users.data?.map(({ date, count }) => ({ date, value: count }))}
        write={(value) => <Count value={value} />}
        failure={failureOf(users)}
      />
    </div>
  );
}
