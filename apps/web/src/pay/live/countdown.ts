import type { PaymentView } from '@stablegate/contract';

export const LOW_MS = 5 * 60_000;
const LAST_MINUTE_MS = 60_000;

/** How far the server's clock is ahead of this device's, which may be wrong by hours. */
export const clockOffset = (view: Pick<PaymentView, 'server_time'>, deviceNow: number): number => Date.parse(view.server_time) - deviceNow;

export const msLeft = (view: Pick<PaymentView, 'expires_at'>, offset: number, deviceNow: number): number =>
  Math.max(0, Date.parse(view.expires_at) - (deviceNow + offset));

/** As the server renders it, by its own clock. */
export const msLeftWhenRendered = (view: Pick<PaymentView, 'expires_at' | 'server_time'>): number => msLeft(view, clockOffset(view, 0), 0);

/** m:ss, rounded up, so that 0:00 is the end and not the second before it. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The remaining share of the time, from 1 to 0: the length of the progress line. */
export function shareLeft(view: Pick<PaymentView, 'created_at' | 'expires_at'>, ms: number): number {
  const whole = Date.parse(view.expires_at) - Date.parse(view.created_at);
  return whole > 0 ? Math.min(1, ms / whole) : 0;
}

export type TimeMark = 'plenty' | 'five' | 'one' | 'over';

/** The countdown itself is never announced; these three moments are. */
export function timeMark(ms: number): TimeMark {
  if (ms === 0) return 'over';
  if (ms <= LAST_MINUTE_MS) return 'one';
  return ms <= LOW_MS ? 'five' : 'plenty';
}
