import { Button, Skeleton } from '@stablegate/ui';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { usePageTitle } from '../../lib/page-title';
import { useFirstSteps } from './first-steps';
import { FirstStepsCard } from './first-steps-card';
import { RecentInvoices } from './recent-invoices';
import { RevenueCards } from './revenue-cards';
import { RevenueChart } from './revenue-chart';
import { TrialBanner } from './trial-banner';
import './dashboard.css';
import { useTranslation } from '../../lib/i18n/texts';
import { useAccount } from '../../lib/session/session';

export default function DashboardScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Dashboard'));
  const account = useAccount();
  const steps = useFirstSteps();
  const [isBegun, setBegun] = useState(!account.isLoading);
  // Only at first: a later try for an account that failed would take away the page whose parts ask for it, and so on.
  if (!isBegun && !account.isLoading) setBegun(true);
  const isReady = steps === undefined || steps.every(({ isDone }) => isDone);
  // The banner above would push everything down when it comes. Requested with the session, the account is mostly there.
  if (!isBegun) return <Bones title={t('Dashboard')} />;
  return (
    <>
      <TrialBanner />
      <div className="page-head">
        <h1 className="page-title">{t('Dashboard')}</h1>
        <Button asChild variant="primary">
          <Link to="/invoices?new=1">
            <Plus className="icon" aria-hidden="true" />
            {t('Create invoice')}
          </Link>
        </Button>
      </div>
      <div className="dashboard">
        {!isReady && <FirstStepsCard steps={steps} />}
        <RevenueCards />
        <RevenueChart />
        <RecentInvoices />
      </div>
    </>
  );
}

const Bones = ({ title }: { title: string }) => (
  <div className="dashboard" aria-busy="true">
    <h1 className="sr-only">{title}</h1>
    <Skeleton width="lg" />
    <div className="card revenue appear-late">
      {['all', 'month', 'week', 'today'].map((period) => (
        <div key={period} className="grid gap-4">
          <Skeleton width="sm" />
          <Skeleton width="md" />
          <Skeleton width="sm" />
        </div>
      ))}
    </div>
    <div className="card appear-late p-4">
      <Skeleton className="chart-skeleton" />
    </div>
  </div>
);
