import type { Role } from '@stablegate/contract';
import type { SessionId } from './id-types';

/** Who is calling, as the session says. */
export type Principal = {
  readonly userId: string;
  readonly sessionId: SessionId;
  readonly role: Role;
  readonly emailVerified: boolean;
  readonly twoFactor: boolean;
  /** When the password (and code) was last given. */
  readonly confirmedAt: Date;
};

/** Which store is calling, as its API key says. */
export type StorePrincipal = {
  readonly storeId: string;
  /** Null is the platform. */
  readonly userId: string | null;
  readonly invoiceExpiryMinutes: number;
  /** When the owner's account was made: his trial counts from there. */
  readonly ownerSince: Date;
};

const RECENT_MS = 15 * 60_000;

/** Sensitive changes ask for a password (and code) given less than 15 minutes ago (ASVS 7.5.1). */
export const isRecentSignIn = (principal: Principal, now: Date): boolean => now.getTime() - principal.confirmedAt.getTime() < RECENT_MS;
