import { trialEnd } from '@stablegate/rules';
import { Button } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { forecastQuery } from '../../lib/api/forecast.query';
import { storesQuery } from '../../lib/api/stores.queries';
import { useHasScreen } from '../../lib/screen';
import { useAccount, useSession } from '../../lib/session/session';
import { readTime } from '../../lib/time/read-time';
import { serverClock } from '../../lib/time/server-clock';
import './low-balance-banner.css';
import { dollarsInText } from '../../lib/i18n/format';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';

const REFRESH_MS = 5 * 60_000;

function useLowBalance() {
  const { userId, emailVerified, isAdmin } = useSession();
  const enabled = userId !== null && emailVerified;
  const { data: forecast } = useQuery({ ...forecastQuery(userId ?? ''), enabled, refetchInterval: REFRESH_MS });
  const { data: user } = useAccount();
  const { data: stores } = useQuery({ ...storesQuery, enabled: enabled && isAdmin });
  if (forecast === undefined || user === undefined || !forecast.isLow) return undefined;
  // An administrator who sells nothing needs no balance.
  if (isAdmin && (stores === undefined || stores.length === 0)) return undefined;
  const isTrial = serverClock.now() < trialEnd(new Date(readTime(user.createDate)));
  // Nothing is charged in the trial: merchants who have spent nothing yet are not warned.
  return isTrial && forecast.daysLeft === null ? undefined : forecast;
}

/** One line, one action. Hidden on the page where the user can act on it. */
export default function LowBalanceBanner() {
  const { t } = useTranslation();
  const hasScreen = useHasScreen();
  const { pathname } = useLocation();
  const forecast = useLowBalance();
  if (forecast === undefined || pathname === '/top-up' || !hasScreen('/top-up')) return null;
  return (
    <section className="low-balance" aria-label={t('Low balance')}>
      <TriangleAlert className="icon" aria-hidden="true" />
      <p className="num">
        <span className="font-medium">{t('Low balance: {{amount}} available.', { amount: dollarsInText(forecast.available, 2) })}</span>{' '}
        {forecast.daysLeft !== null && daysLeftText(t, forecast.daysLeft)} {t('Without balance, new invoices are refused.')}
      </p>
      <Button asChild size="sm">
        <Link to="/top-up">{t('Add Funds')}</Link>
      </Button>
    </section>
  );
}

const daysLeftText = (t: TFunction, days: number): string => {
  if (days === 0) return t('It lasts less than a day at your recent rate.');
  return days === 1 ? t('It lasts about one day at your recent rate.') : t('It lasts about {{days}} days at your recent rate.', { days });
};
