import { Skeleton } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { storesQuery } from '../../lib/api/stores.queries';
import { ExposedMerchants } from '../../lib/exposed-secrets';
import { usePageTitle } from '../../lib/page-title';
import { DashboardHead, DashboardSkeleton } from './dashboard-skeleton';
import { useFirstSteps } from './first-steps';
import { RecentInvoices } from './recent-invoices';
import { RevenueCards } from './revenue-cards';
import { RevenueChart } from './revenue-chart';
import { TrialBanner } from './trial-banner';
import './dashboard.css';
import { useTranslation } from '../../lib/i18n/texts';
import { useAccount } from '../../lib/session/session';

/** For newcomers only. */
const FirstStepsCard = lazy(() => import('./first-steps-card'));
/** As high as the card: it would push the figures down when it comes. */
const FIRST_STEPS_PLACE = (
  <div className="card first-steps-place p-4" aria-busy="true">
    <Skeleton width="lg" />
  </div>
);

export default function DashboardScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Dashboard'));
  const account = useAccount();
  const steps = useFirstSteps();
  const { data: stores } = useQuery(storesQuery);
  const [isBegun, setBegun] = useState(!account.isLoading);
  // Only at first: a later try for an account that failed would take away the page whose parts ask for it, and so on.
  if (!isBegun && !account.isLoading) setBegun(true);
  const isReady = steps === undefined || (steps !== 'some' && steps.every(({ isDone }) => isDone));
  // The banner above would push everything down when it comes. Requested with the session, the account is mostly there.
  if (!isBegun) return <DashboardSkeleton />;
  return (
    <>
      <TrialBanner />
      <DashboardHead />
      <ExposedMerchants stores={stores} />
      <div className="dashboard">
        {!isReady && (
          <Suspense fallback={FIRST_STEPS_PLACE}>{steps === 'some' ? FIRST_STEPS_PLACE : <FirstStepsCard steps={steps} />}</Suspense>
        )}
        <RevenueCards />
        <RevenueChart />
        <RecentInvoices />
      </div>
    </>
  );
}
