import { Button, Skeleton } from '@stablegate/ui';
import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../lib/i18n/texts';
import { Countdown } from './trial-banner';
import './dashboard.css';

export function DashboardHead() {
  const { t } = useTranslation();
  return (
    <div className="page-head">
      <h1 className="page-title">{t('Dashboard')}</h1>
      <Button asChild variant="primary">
        <Link to="/invoices?new=1">
          <Plus className="icon" aria-hidden="true" />
          {t('Create invoice')}
        </Link>
      </Button>
    </div>
  );
}

/** Until the account is known, and with it whether the banner of the trial pushes everything down. */
export const DashboardSkeleton = () => (
  <>
    <DashboardHead />
    <div className="dashboard" aria-busy="true">
      <div className="card revenue">
        {['all', 'month', 'week', 'today'].map((period) => (
          <div key={period} className="grid gap-4">
            <Skeleton width="sm" />
            <Skeleton width="md" />
            <Skeleton width="sm" />
          </div>
        ))}
      </div>
      <div className="card p-4">
        <Skeleton className="chart-skeleton" />
      </div>
    </div>
  </>
);

/** As the server renders it, with the banner where it will be. */
export const ServerRenderedDashboard = ({ createDate }: { createDate: string }) => (
  <>
    <Countdown createDate={createDate} />
    <DashboardSkeleton />
  </>
);
