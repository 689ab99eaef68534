import type { SecuritySettings } from '@stablegate/contract';
import { HOUR_MS } from '@stablegate/rules';

/** As stored: without hours of its own an account has the installation's. */
export type StoredLock = {
  readonly hours: number | null;
  readonly pendingHours: number | null;
  readonly pendingAt: Date | null;
  readonly frozenAt: Date | null;
};
export type LockView = Pick<SecuritySettings, 'addressLockHours' | 'pendingLockHours' | 'pendingLockAt' | 'addressesFrozenAt'>;

export function describeLock({ hours, pendingHours, pendingAt, frozenAt }: StoredLock, hoursDefault: number, now: Date): LockView {
  const isDue = pendingAt !== null && pendingAt <= now;
  return {
    addressLockHours: (isDue ? pendingHours : hours) ?? hoursDefault,
    pendingLockHours: isDue ? null : pendingHours,
    pendingLockAt: isDue ? null : (pendingAt?.toISOString() ?? null),
    addressesFrozenAt: frozenAt?.toISOString() ?? null,
  };
}

/** A shorter wait waits itself, as long as it was: otherwise a thief would begin with it. */
export function changeLock({ addressLockHours: current }: LockView, wanted: number, now: Date): Omit<StoredLock, 'frozenAt'> {
  if (wanted >= current) return { hours: wanted, pendingHours: null, pendingAt: null };
  return { hours: current, pendingHours: wanted, pendingAt: new Date(now.getTime() + current * HOUR_MS) };
}
