import type { SessionState } from '@stablegate/contract';
import type { ScreenAccess } from '../lib/screen';

export type GuardVerdict = 'enter' | 'sign-in' | 'verify-email' | 'move-on' | 'home';

/**
 * Specification 2, section 2: an unverified user is redirected to the gate, a guest to the sign-in, and a signed-in user away from it.
 * Without a gate screen there is no redirect to it. Non-admins go to the front page.
 */
export function guardVerdict(access: ScreenAccess, session: SessionState, hasGate: boolean): GuardVerdict {
  if (access === 'public') return 'enter';
  if (access === 'guest') return session.isAuthenticated ? 'move-on' : 'enter';
  if (!session.isAuthenticated) return 'sign-in';
  if (!session.emailVerified && hasGate) return 'verify-email';
  return access === 'admin' && !session.isAdmin ? 'home' : 'enter';
}
