import { RESEND_SECONDS } from '@stablegate/contract';
import { useCallback, useEffect, useState } from 'react';
import { readStored, writeStored } from '../../../lib/stored';

/** Stored in local storage as its end time, so that a reload or a second tab continues. */
const keyOf = (name: string): string => `resend:${name}`;

/** Whole seconds until `endsAt`, capped at the full time: a clock that was set back must not block for hours. */
export function secondsLeft(endsAt: number, nowMs: number): number {
  const left = Math.ceil((endsAt - nowMs) / 1000);
  return left > RESEND_SECONDS || !(left > 0) ? 0 : left;
}

export const readEnd = (name: string): number => Number.parseInt(readStored(keyOf(name)) ?? '0', 10);

export function startCountdown(name: string, seconds: number, nowMs: number): number {
  const endsAt = nowMs + Math.min(seconds, RESEND_SECONDS) * 1000;
  writeStored(keyOf(name), String(endsAt));
  return endsAt;
}

export type ResendCountdown = { /** 0 when another mail may be asked for. */ left: number; start: (seconds?: number) => void };

/** One countdown per name: use the name of the account. */
export function useResendCountdown(name: string): ResendCountdown {
  const [endsAt, setEndsAt] = useState(() => readEnd(name));
  const [now, setNow] = useState(() => Date.now());
  const left = secondsLeft(endsAt, now);
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  const start = useCallback(
    (seconds: number = RESEND_SECONDS) => {
      setEndsAt(startCountdown(name, seconds, Date.now()));
      setNow(Date.now());
    },
    [name],
  );
  return { left, start };
}
