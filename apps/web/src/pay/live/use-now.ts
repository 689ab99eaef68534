import { useEffect, useState } from 'react';

const TICK_MS = 500;

/** This device's time, while somebody looks at it: twice a second, so that no shown second is skipped. */
export function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
