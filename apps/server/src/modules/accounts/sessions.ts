import { sha256 } from '../../platform/crypto';
import type { Tx } from '../../platform/db';
import { newId, randomToken } from '../../platform/ids';
import type { Principal } from '../../platform/principal';
import { isSessionOver, TOUCH_AFTER_MS } from './accounts.domain';
import type { AccountDeps } from './accounts.service';
import { endSession, findOpenSession, insertSession, touchSession } from './sessions.queries';

export type Visitor = { readonly ip: string; readonly device: string };

/** A new random token at every sign-in; what the browser held before is worth nothing afterwards (ASVS 7.2.4). */
export async function openSession(deps: AccountDeps, tx: Tx, userId: string, visitor: Visitor, remember: boolean): Promise<string> {
  const token = randomToken();
  const now = deps.clocks.real.now();
  await insertSession(tx, { id: newId('ses', now), tokenHash: sha256(token), userId, remember, now, ...visitor });
  return token;
}

/** The session behind a token, or nothing: ended, idle too long, or its user disabled. */
export async function readSession(deps: AccountDeps, token: string): Promise<Principal | undefined> {
  const session = await findOpenSession(deps.db.query, sha256(token));
  const now = deps.clocks.real.now();
  if (session === undefined || session.disabled || isSessionOver(session, now)) return undefined;
  if (now.getTime() - session.lastSeenAt.getTime() > TOUCH_AFTER_MS) await touchSession(deps.db.query, session.id, now);
  return {
    userId: session.userId,
    sessionId: session.id,
    role: session.role,
    emailVerified: session.emailVerified,
    twoFactor: false,
    confirmedAt: session.confirmedAt,
  };
}

export async function closeSession(deps: AccountDeps, token: string): Promise<void> {
  const session = await findOpenSession(deps.db.query, sha256(token));
  if (session !== undefined) await endSession(deps.db.query, session.id, deps.clocks.real.now());
}
