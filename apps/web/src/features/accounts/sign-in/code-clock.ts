import { useEffect, useState } from 'react';

/** Authenticator apps change their code every 30 seconds of the clock (RFC 6238). */
export const CODE_SECONDS = 30;

/** Seconds until the app shows another code. */
export const secondsToNextCode = (nowMs: number): number => CODE_SECONDS - (Math.floor(nowMs / 1000) % CODE_SECONDS);

/** The time, updated every full second. */
export function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    // Scheduled for the next full second each time: an interval would drift and sometimes skip one.
    const timer = setTimeout(() => setNow(Date.now()), 1000 - (Date.now() % 1000));
    return () => clearTimeout(timer);
  });
  return now;
}
