import { Button } from '@stablegate/ui';
import { Plus } from 'lucide-react';
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
  const isReady = steps === undefined || steps.every(({ isDone }) => isDone);
  // The banner above would push everything down when it comes. Requested with the session, the account is mostly there.
  if (account.isLoading) return <div aria-busy="true" />;
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
