import { useEffect, useState } from 'react';
import { useIsInBrowser } from './hydrated';

const TICK_MS = 500;

/** This device's time, twice a second while visible, so that no second is skipped; none for the page as the server rendered it. */
export function useNow(isRunning: boolean): number | undefined {
  const isInBrowser = useIsInBrowser();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return isInBrowser ? now : undefined;
}
