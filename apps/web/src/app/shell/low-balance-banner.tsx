import type { Forecast } from '@stablegate/contract';
import { Button } from '@stablegate/ui';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { dollarsInText } from '../../lib/i18n/format';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';
import './shell-banner.css';

export default function LowBalanceBanner({ forecast }: { forecast: Forecast }) {
  const { t } = useTranslation();
  return (
    <section className="shell-banner shell-banner-warning" aria-label={t('Low balance')}>
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
