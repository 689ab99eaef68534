import { Tooltip } from '@stablegate/ui';
import { useEffect, useState } from 'react';
import { useTranslation } from '../i18n/texts';
import { isTime, NOTHING } from './read-time';
import { serverClock } from './server-clock';
import { exactTime, timeAgo } from './time-ago.format';

const TICK_MS = 60_000;

export type TimeAgoProps = {
  at: string;
  /** Invoices and payments use business time, which a sandbox can move; sessions and codes real time. */
  clock?: 'real' | 'business';
};

/** A component, so that it is only written when somebody asks for it. */
const ExactTime = ({ at }: { at: Date }) => (
  <span className="num" dir="ltr">
    {exactTime(at)}
  </span>
);

/** "5 minutes ago", kept up to date; the exact time, local and UTC, on hover and focus. */
export function TimeAgo({ at, clock = 'real' }: TimeAgoProps) {
  const { language } = useTranslation();
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const now = clock === 'business' ? serverClock.now() : new Date();
  const moment = new Date(at);
  if (!isTime(moment)) return NOTHING;
  return (
    <Tooltip text={<ExactTime at={moment} />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards reach the exact time too */}
      <time dateTime={at} tabIndex={0}>
        {timeAgo(moment, now, language)}
      </time>
    </Tooltip>
  );
}
