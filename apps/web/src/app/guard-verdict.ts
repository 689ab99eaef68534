import type { SessionState } from '@stablegate/contract';
import type { ScreenAccess } from '../lib/screen';

export type GuardVerdict = 'enter' | 'sign-in' | 'verify-email' | 'move-on' | 'home';

/**
 * Specification 2, section 2: an unverified user is led to the gate, a guest to the sign-in, and someone who is signed in
 * already does not sign in again. Without a gate screen nobody is sent to it. Who is no administrator goes home.
 */
export function guardVerdict(access: ScreenAccess, session: SessionState, hasGate: boolean): GuardVerdict {
  if (access === 'public') return 'enter';
  if (access === 'guest') return session.isAuthenticated ? 'move-on' : 'enter';
  if (!session.isAuthenticated) return 'sign-in';
  if (!session.emailVerified && hasGate) return 'verify-email';
  return access === 'admin' && !session.isAdmin ? 'home' : 'enter';
}
