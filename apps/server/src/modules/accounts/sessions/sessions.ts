import type { OpenSession } from '@stablegate/contract';
import { AppError } from '../../../platform/app-error';
import { afterCommit, type Queryable, type Tx } from '../../../platform/db/db';
import type { SessionId, UserId } from '../../../platform/id-types';
import { newId, randomToken } from '../../../platform/ids';
import { isAddressAllowed } from '../../../platform/net/address-ranges';
import type { Origin, Principal, TeamRefusal } from '../../../platform/principal';
import { sha256 } from '../../../platform/secrets/crypto';
import type { AccountDeps } from '../accounts.deps';
import { isSessionOver, RENEW_COOKIE_AFTER_MS, sessionLimits, TOUCH_AFTER_MS } from '../accounts.domain';
import { endSessionsOf } from '../operators';
import { findUserById } from '../users.queries';
import {
  endOtherSessions,
  endSession,
  findOpenSession,
  insertSession,
  listSessions,
  type SessionRecord,
  saveSessionToken,
  touchSession,
} from './sessions.queries';

/** The visitor: address, user agent and cookies. */
export type Visitor = Origin & {
  readonly deviceCookie?: string | undefined;
  readonly sessionCookie?: string | undefined;
  /** Best first. */
  readonly languages?: readonly string[];
};

/** Without `remember` it is a session cookie. */
export type SessionTicket = { readonly token: string; readonly remember: boolean };

/** How somebody signed in; a mailed code is no second factor here. */
export type Way = { readonly remember: boolean; readonly withSecondFactor: boolean };

/** A new random token at every sign-in; earlier ones become invalid (ASVS 7.2.4). */
export async function openSession(deps: AccountDeps, tx: Tx, userId: UserId, visitor: Visitor, way: Way): Promise<SessionTicket> {
  const token = randomToken();
  const now = deps.clocks.real.now();
  const { ip, device } = visitor;
  const { remember, withSecondFactor } = way;
  await insertSession(tx, { id: newId('session', now), tokenHash: sha256(token), userId, remember, withSecondFactor, ip, device, now });
  return { token, remember };
}

/** `renewCookie`: 30 days count from the last use, so the browser's cookie has to be renewed occasionally. */
export type LiveSession = Principal & { readonly renewCookie: boolean; readonly language: string };

/** The whitelist, or the address where the session was opened: the mailed link opens one elsewhere. */
const isAtHome = (session: SessionRecord, ip: string): boolean => session.ip === ip || isAddressAllowed(session, ip);

/** What the owner demands of their own sign-ins binds those who work for them. */
function refusalOf({ totp, hasPasskey, membership }: SessionRecord, ip: string): TeamRefusal | undefined {
  if (membership === undefined) return undefined;
  if (!isAddressAllowed(membership.rules, ip)) return 'team_address_not_allowed';
  return membership.rules.twoFactorRequired && !totp && !hasPasskey ? 'team_two_factor_required' : undefined;
}

function accountOf(session: SessionRecord, ip: string): Principal['account'] {
  const { membership, userId, secondFactorFor } = session;
  if (membership === undefined) return { id: userId, role: 'owner', memberFloor: 0, refusal: undefined, secondFactorFor };
  const { id, role, memberFloor, rules } = membership;
  return { id, role, memberFloor, refusal: refusalOf(session, ip), secondFactorFor: rules.secondFactorFor };
}

/** The session of a token; undefined when it has ended or idled too long, its user is disabled, or the whitelist refuses the address. */
export async function readSession(deps: AccountDeps, token: string, { ip, device }: Origin): Promise<LiveSession | undefined> {
  const tokenHash = sha256(token);
  const session = await findOpenSession(deps.db.query, tokenHash);
  const now = deps.clocks.real.now();
  if (session === undefined || session.disabled || isSessionOver(session, now) || !isAtHome(session, ip)) return undefined;
  if (now.getTime() - session.lastSeenAt.getTime() > TOUCH_AFTER_MS) await touchSession(deps.db.query, session.id, now);
  return {
    ip,
    device,
    userId: session.userId,
    actorId: session.userId,
    account: accountOf(session, ip),
    sessionId: session.id,
    tokenHash,
    role: session.role,
    emailVerified: session.emailVerified,
    totp: session.totp,
    hasPasskey: session.hasPasskey,
    confirmedAt: session.confirmedAt,
    secondFactorAt: session.secondFactorAt,
    isGuarded: (session.totp || session.hasPasskey) && (session.teamsGuarded || session.secondFactorFor.length > 0),
    language: session.language,
    renewCookie: session.remember && now.getTime() - session.confirmedAt.getTime() > RENEW_COOKIE_AFTER_MS,
  };
}

export async function closeSession(deps: AccountDeps, tx: Queryable, token: string): Promise<void> {
  const session = await findOpenSession(tx, sha256(token));
  if (session !== undefined) await endSession(tx, session.userId, session.id, deps.clocks.real.now());
}

export async function listOpenSessions(deps: AccountDeps, principal: Principal): Promise<OpenSession[]> {
  const rows = await listSessions(deps.db.query, principal.userId, sessionLimits(deps.clocks.real.now()));
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    ipAddress: row.ip,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    current: row.id === principal.sessionId,
  }));
}

export async function endOwnSession(deps: AccountDeps, principal: Principal, sessionId: SessionId): Promise<void> {
  const ended = await endSession(deps.db.query, principal.userId, sessionId, deps.clocks.real.now());
  if (!ended) throw new AppError('not_found');
}

export const endOwnOtherSessions = (deps: AccountDeps, principal: Principal): Promise<void> =>
  endOtherSessions(deps.db.query, principal.userId, principal.sessionId, deps.clocks.real.now());

/** By an admin; of their own account, this session ends, too. */
export async function endSessionsOfUser(deps: AccountDeps, { actorId }: Principal, userId: UserId): Promise<void> {
  const user = await findUserById(deps.db.query, userId);
  if (user === undefined) throw new AppError('not_found');
  await endSessionsOf(deps, { actor: actorId, username: user.username });
}

/** After re-entering the password: the session continues under a new token, the old one is invalid immediately, and is replaced once. */
export async function renewSession(
  deps: AccountDeps,
  tx: Tx,
  { sessionId, tokenHash, actorId: userId, ip }: Principal,
  { withSecondFactor }: Pick<Way, 'withSecondFactor'>,
): Promise<SessionTicket> {
  const token = randomToken();
  const renewal = { id: sessionId, tokenHash: sha256(token), withSecondFactor, now: deps.clocks.real.now() };
  const remember = await saveSessionToken(tx, renewal, tokenHash);
  if (remember === undefined) throw new AppError('not_signed_in'); // it was ended, or renewed, while the password was checked
  afterCommit(tx, () => deps.log.info({ userId, ip, withSecondFactor }, 'sign-in confirmed'));
  return { token, remember };
}
