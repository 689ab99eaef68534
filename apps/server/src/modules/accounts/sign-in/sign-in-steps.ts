import { CODE_LENGTH } from '@stablegate/contract';
import { AppError } from '../../../platform/app-error';
import { afterCommit, type Tx } from '../../../platform/db/db';
import { randomDigits, randomToken } from '../../../platform/ids';
import { sha256 } from '../../../platform/secrets/crypto';
import type { AccountDeps } from '../accounts.deps';
import { PENDING_LOGIN_MS } from '../accounts.domain';
import { closeSession, openSession, type SessionTicket, type Visitor, type Way } from '../sessions/sessions';
import { saveLastSignIn } from '../users.queries';
import { findKnownBrowser, rememberBrowser } from './known-devices';
import { insertPendingLogin, type SecondFactor } from './pending-logins.queries';
import { lockSignInUser, type SignInUser } from './sign-in.queries';

export type SignedIn = { readonly step: 'signed-in'; readonly session: SessionTicket; readonly deviceToken: string };
type CodeAsked = {
  readonly step: 'code-asked';
  readonly method: SecondFactor;
  readonly hasPasskey: boolean;
  readonly pendingToken: string;
};
export type SignInGrant = SignedIn | CodeAsked;

/** Over the browser's token and the code together: six digits alone are brute-forced instantly from a table dump. */
export const mailedCodeHash = (pendingToken: string, code: string): Buffer => sha256(`${pendingToken}:${code}`);

/**
 * An authenticator app takes precedence; a passkey can take its place on the screen. A passkey alone is asked of those who chose that a second
 * factor is required, and of administrators: others may also sign in where they do not have it.
 */
export function secondFactorOf({ adminRequires2fa }: AccountDeps, user: SignInUser): SecondFactor | undefined {
  if (user.totp) return 'totp';
  if (user.hasPasskey && (user.twoFactorRequired || (user.isAdmin && adminRequires2fa))) return 'passkey';
  return user.emailOtp ? 'email' : undefined;
}

async function askForCode(deps: AccountDeps, tx: Tx, user: SignInUser, method: SecondFactor, remember: boolean): Promise<CodeAsked> {
  const pendingToken = randomToken();
  const createdAt = deps.clocks.real.now();
  const expiresAt = new Date(createdAt.getTime() + PENDING_LOGIN_MS);
  const code = method === 'email' ? randomDigits(CODE_LENGTH) : undefined;
  const codeHash = code === undefined ? null : mailedCodeHash(pendingToken, code);
  await insertPendingLogin(tx, { tokenHash: sha256(pendingToken), userId: user.id, method, remember, codeHash, createdAt, expiresAt });
  if (code !== undefined) await deps.mails.sendSignInCode(tx, { user, code, expiresAt });
  return { step: 'code-asked', method, hasPasskey: user.hasPasskey, pendingToken };
}

async function mailNewDevice(deps: AccountDeps, tx: Tx, user: SignInUser, visitor: Visitor, at: Date): Promise<void> {
  if (!(await deps.limiter.allows('new-device-mail', user.id))) return; // ten mails an hour are enough
  await deps.mails.sendNewDevice(tx, { user, ip: visitor.ip, device: visitor.device, at });
}

/** The last step of every sign-in, inside the transaction that consumes its proof. */
export async function completeSignIn(deps: AccountDeps, tx: Tx, user: SignInUser, visitor: Visitor, way: Way): Promise<SignedIn> {
  const { ip, device } = visitor;
  const now = deps.clocks.real.now();
  const { deviceToken, isNew } = await rememberBrowser({ tx, secrets: deps.secrets, now }, user, visitor.deviceCookie);
  if (isNew && user.loginNotifications) await mailNewDevice(deps, tx, user, visitor, now);
  await saveLastSignIn(tx, user.id, ip, device);
  await deps.outbox.append(tx, [{ topic: 'user.signed_in', subject: user.id, payload: { userId: user.id, ip, device } }]);
  if (visitor.sessionCookie !== undefined) await closeSession(deps, tx, visitor.sessionCookie);
  const session = await openSession(deps, tx, user.id, visitor, way);
  afterCommit(tx, () => deps.log.info({ userId: user.id, ip, withSecondFactor: way.withSecondFactor }, 'signed in'));
  return { step: 'signed-in', session, deviceToken };
}

export type Proven = {
  /** The user at the time the password (or the link) was checked. */
  readonly user: SignInUser;
  readonly remember: boolean;
  /** Consumes a proof such as a one-time link; throws when another request was faster. */
  readonly useUp?: (tx: Tx) => Promise<void>;
};

/** After the right password or the mailed link: signed in, or on to the code. */
export async function grantSignIn(deps: AccountDeps, proven: Proven, visitor: Visitor): Promise<SignInGrant> {
  if (secondFactorOf(deps, proven.user) === 'email') {
    const browser = await findKnownBrowser(deps.db.query, proven.user.id, visitor.deviceCookie);
    await deps.limiter.consume('sign-in-code', `${proven.user.id}:${browser ?? ''}`);
  }
  return deps.db.transaction(async (tx) => {
    const user = await lockSignInUser(tx, proven.user.id);
    if (user.disabled) throw new AppError('account_disabled');
    if (user.passwordHash !== proven.user.passwordHash) throw new AppError('invalid_credentials'); // changed meanwhile
    await proven.useUp?.(tx);
    const method = secondFactorOf(deps, user);
    return method === undefined
      ? completeSignIn(deps, tx, user, visitor, { remember: proven.remember, withSecondFactor: false })
      : askForCode(deps, tx, user, method, proven.remember);
  });
}
