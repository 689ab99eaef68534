import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@stablegate/rules';

export type AttemptOutcome = 'delivered' | 'refused' | 'gone' | 'timeout' | 'unreachable' | 'blocked_address';

/** After the first hour each grows by a good third, so that the last attempt is three days after the first. */
const PAUSES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[1, 1.5, 2, 3, 4, 5.5, 7.5, 10.5, 15, 21].map((hours) => hours * HOUR_MS),
] as const;
export const ATTEMPTS_MAX = PAUSES_MS.length + 1; // 16
/** Spreads the pending callbacks of a receiver that was down. */
const JITTER = 0.1;
const RETRY_AFTER_MS_MAX = HOUR_MS;

export function outcomeOfStatus(httpStatus: number): AttemptOutcome {
  if (httpStatus >= 200 && httpStatus < 300) return 'delivered';
  return httpStatus === 410 ? 'gone' : 'refused';
}

/** Epusdt's receivers say with the text "ok" that they took it; some answer 200 to everything else too. */
export function outcomeOfEpusdt(httpStatus: number, response: string): AttemptOutcome {
  const outcome = outcomeOfStatus(httpStatus);
  return outcome === 'delivered' && response.trim() !== 'ok' ? 'refused' : outcome;
}

/** Seconds or an HTTP date; anything else is ignored. */
export function retryAfterMs(header: string | undefined, realNow: Date): number {
  if (header === undefined) return 0;
  const wanted = /^\d{1,9}$/.test(header) ? Number.parseInt(header, 10) * SECOND_MS : Date.parse(header) - realNow.getTime();
  return Number.isNaN(wanted) ? 0 : Math.min(Math.max(wanted, 0), RETRY_AFTER_MS_MAX);
}

export type NextStep = { readonly ends: 'delivered' | 'dead' } | { readonly ends: null; readonly pauseMs: number };

/** `attempt` starts at 1; `random` is in [0, 1). */
export function nextStep(outcome: AttemptOutcome, attempt: number, wantedPauseMs: number, random: number): NextStep {
  if (outcome === 'delivered') return { ends: 'delivered' };
  const pauseMs = PAUSES_MS[attempt - 1];
  if (outcome === 'gone' || pauseMs === undefined) return { ends: 'dead' };
  const jittered = Math.round(pauseMs * (1 - JITTER + 2 * JITTER * random));
  return { ends: null, pauseMs: Math.max(jittered, wantedPauseMs) };
}
