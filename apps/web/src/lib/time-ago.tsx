import { Tooltip } from '@stablegate/ui';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exactTime, timeAgo } from './time-ago.format';

const TICK_MS = 60_000;

/** "5 minutes ago", kept up to date; the exact time, local and UTC, on hover and focus. */
export function TimeAgo({ at }: { at: string }) {
  const { i18n } = useTranslation();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const moment = new Date(at);
  return (
    <Tooltip text={<span className="num">{exactTime(moment, i18n.language)}</span>}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards reach the exact time too */}
      <time dateTime={at} tabIndex={0}>
        {timeAgo(moment, now, i18n.language)}
      </time>
    </Tooltip>
  );
}
