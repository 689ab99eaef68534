import { Fragment, useEffect, useState } from 'react';
import { useTranslation } from '../../lib/i18n/texts';
import { useAccount } from '../../lib/session/session';
import { serverClock } from '../../lib/time/server-clock';
import { type TimeLeft, trialLeft } from './trial';

const TICK_MS = 1_000;

/** Counts from the server's time and disappears when the seven days are over. */
export function TrialBanner() {
  const { data: user } = useAccount();
  return user === undefined ? null : <Countdown createDate={user.createDate} />;
}

export function Countdown({ createDate }: { createDate: string }) {
  const { t } = useTranslation();
  const [, tick] = useState(0);
  const left = trialLeft(createDate, serverClock.now());
  const isOver = left === undefined;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  if (left === undefined) return null;
  return (
    <section className="trial" aria-label={t('Free trial')}>
      <span className="trial-tag">{t('Free trial')}</span>
      <p className="trial-text">
        <span className="font-medium">{t('No fees during your trial.')}</span>{' '}
        <span className="text-muted">{t('Your account then moves to the official plan, 0.5% per paid invoice.')}</span>
      </p>
      <Clock left={left} />
    </section>
  );
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Seconds are only visual; screen readers get the rest, on request. */
function Clock({ left: { days, hours, minutes, seconds } }: { left: TimeLeft }) {
  const { t } = useTranslation();
  const parts = [
    [String(days), t('d')],
    [two(hours), t('h')],
    [two(minutes), t('m')],
    [two(seconds), t('s')],
  ] as const;
  return (
    <span
      className="trial-clock num"
      role="timer"
      aria-label={t('Time left: {{days}} d {{hours}} h {{minutes}} min', { days, hours, minutes })}
    >
      {parts.map(([value, unit], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: four places that never move
        <Fragment key={index}>
          <b>{value}</b>
          {unit}
        </Fragment>
      ))}
    </span>
  );
}
