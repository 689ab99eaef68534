import type { ApiKeyState } from '@stablegate/contract';
import { HOUR_MS } from '@stablegate/rules';

export type KeyEnds = { readonly revokedAt: Date | null; readonly expiresAt: Date | null; readonly replacedBy: string | null };

export function stateOfKey({ revokedAt, expiresAt, replacedBy }: KeyEnds, now: Date): ApiKeyState {
  if (revokedAt !== null) return 'revoked';
  const isOver = expiresAt !== null && expiresAt <= now;
  if (replacedBy !== null) return isOver ? 'replaced' : 'ending';
  return isOver ? 'expired' : 'active';
}

export type KeyLife = { readonly createdAt: Date; readonly expiresAt: Date | null };

/** A roll's new key lives as long as the old one was meant to. */
export const expiryAfterRoll = ({ createdAt, expiresAt }: KeyLife, now: Date): Date | null =>
  expiresAt === null ? null : new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime());

/** The old key ends after the overlap, and never later than it would have. */
export function endAfterRoll({ expiresAt }: Pick<KeyLife, 'expiresAt'>, now: Date, keepHours: number): Date {
  const end = new Date(now.getTime() + keepHours * HOUR_MS);
  return expiresAt !== null && expiresAt < end ? expiresAt : end;
}
