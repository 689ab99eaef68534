import { Amount, Button, Card, Skeleton } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { forecastQuery } from '../../lib/api/forecast.query';
import { dollarsInText } from '../../lib/i18n/format';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';
import { useHasScreen } from '../../lib/screen';
import { Dollars } from '../../lib/session/dollars';
import { AccountCard } from './account/account-card';
import { Facts } from './account/facts';
import { heldCents, usedBalanceQuery } from './balance';
import { NotificationsCard } from './notifications-card';
import { useOwnProfile } from './own-profile';

/** Specification 1, section 9: balances on the profile have two decimals, the used balance six. */
const BALANCE_DECIMALS = 2;
const USED_DECIMALS = 6;

export default function OverviewTab() {
  return (
    <div className="profile-halves">
      <BalanceCard />
      <AnalyticsCard />
      <AccountCard />
      <SecurityCard />
      <NotificationsCard />
    </div>
  );
}

function BalanceCard() {
  const { t } = useTranslation();
  const hasScreen = useHasScreen();
  const { balance, available } = useOwnProfile();
  const held = heldCents({ balance, available });
  return (
    <Card title={t('Wallet balance')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <Dollars className="text-figure font-medium" value={balance} decimals={BALANCE_DECIMALS} />
          {held !== undefined && (
            <p className="dotted text-caption text-muted">
              <span>
                {t('Available')} <Dollars value={available} decimals={BALANCE_DECIMALS} />
              </span>
              <span>
                {t('Held for open invoices')} <Amount value={held} decimals={BALANCE_DECIMALS} dollars />
              </span>
            </p>
          )}
        </div>
        {hasScreen('/top-up') && (
          <Button asChild variant="primary">
            <Link to="/top-up">{t('Add Funds')}</Link>
          </Button>
        )}
      </div>
    </Card>
  );
}

function AnalyticsCard() {
  const { t } = useTranslation();
  const { userId, deposit } = useOwnProfile();
  const used = useQuery(usedBalanceQuery(userId));
  const usedFigure =
    used.data !== undefined ? (
      <Amount value={String(used.data)} decimals={USED_DECIMALS} dollars />
    ) : used.isPending ? (
      <Skeleton width="lg" className="my-2" />
    ) : (
      <>
        {t('N/A')}{' '}
        <button type="button" className="link text-caption" onClick={() => void used.refetch()}>
          {t('Retry')}
        </button>
      </>
    );
  return (
    <Card title={t('Analytics')}>
      <div className="figures">
        <Figure label={t('Total deposits')}>
          <Dollars value={deposit} decimals={BALANCE_DECIMALS} />
        </Figure>
        <Figure label={t('Used balance')}>{usedFigure}</Figure>
      </div>
      <Forecast userId={userId} />
    </Card>
  );
}

/** The server counts no further than ten years. */
const DAYS_LEFT_MAX = 3_650;

function daysLeftText(t: TFunction, days: number): string {
  if (days >= DAYS_LEFT_MAX) return t('More than 10 years left');
  return days === 1 ? t('About one day left') : t('About {{days}} days left', { days });
}

const basedOnText = (t: TFunction, amount: string, days: number): string =>
  days === 1
    ? t('at {{amount}} a day, as in the last day', { amount })
    : t('at {{amount}} a day, as in the last {{days}} days', { amount, days });

/** How long the balance lasts; hidden while unknown. */
function Forecast({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(forecastQuery(userId));
  if (data === undefined) return null;
  const { daysLeft, spentPerDay, basisDays } = data;
  return (
    <p className="forecast">
      {daysLeft === null ? (
        t('No fees were charged lately, so there is no forecast.')
      ) : (
        <>
          <span className="font-medium">{daysLeftText(t, daysLeft)}</span>{' '}
          {basedOnText(t, dollarsInText(spentPerDay, USED_DECIMALS), basisDays)}
        </>
      )}
    </p>
  );
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <div className="text-caption text-muted">{label}</div>
    <div className="text-heading font-medium">{children}</div>
  </div>
);

function SecurityCard() {
  const { t } = useTranslation();
  const { ipAddress, device } = useOwnProfile();
  const review = (
    <Link className="link text-caption" to="/profile?tab=security">
      {t('Review your sessions')}
    </Link>
  );
  return (
    <Card title={t('Security')} aside={review}>
      <Facts
        facts={[
          [t('IP address'), ipAddress === null ? t('N/A') : <Ip key="ip" address={ipAddress} />],
          [t('Device'), device ?? t('N/A')],
        ]}
      />
    </Card>
  );
}

const Ip = ({ address }: { address: string }) => (
  <span className="mono" dir="ltr">
    {address}
  </span>
);
