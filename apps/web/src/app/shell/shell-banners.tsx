import { trialEnd } from '@stablegate/rules';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { forecastQuery } from '../../lib/api/forecast.query';
import { storesQuery } from '../../lib/api/stores.queries';
import { useHasScreen } from '../../lib/screen';
import { type Account, useAccount, useSession } from '../../lib/session/session';
import { readTime } from '../../lib/time/read-time';
import { serverClock } from '../../lib/time/server-clock';

/** Most accounts see neither. */
const LowBalanceBanner = lazy(() => import('./low-balance-banner'));
const SecondFactorBanner = lazy(() => import('./second-factor-banner'));

const REFRESH_MS = 5 * 60_000;

function useLowBalance(user: Account | undefined) {
  const { userId, emailVerified, isAdmin } = useSession();
  const enabled = userId !== null && emailVerified;
  const { data: forecast } = useQuery({ ...forecastQuery(userId ?? ''), enabled, refetchInterval: REFRESH_MS });
  const { data: stores } = useQuery({ ...storesQuery, enabled: enabled && isAdmin });
  if (forecast === undefined || user === undefined || !forecast.isLow) return undefined;
  // An administrator who sells nothing needs no balance.
  if (isAdmin && (stores === undefined || stores.length === 0)) return undefined;
  const isTrial = serverClock.now() < trialEnd(new Date(readTime(user.createDate)));
  // Nothing is charged in the trial: merchants who have spent nothing yet are not warned.
  return isTrial && forecast.daysLeft === null ? undefined : forecast;
}

/** One line at most, the more urgent one, and hidden on the page where the user can act on it. */
export default function ShellBanners() {
  const hasScreen = useHasScreen();
  const { pathname } = useLocation();
  const { data: user } = useAccount();
  const forecast = useLowBalance(user);
  const isOfUse = (path: string) => pathname !== path && hasScreen(path);
  return (
    <Suspense fallback={null}>
      {forecast !== undefined && isOfUse('/top-up') ? (
        <LowBalanceBanner forecast={forecast} />
      ) : (
        user?.secondFactorAdvised === true && isOfUse('/profile') && <SecondFactorBanner />
      )}
    </Suspense>
  );
}
