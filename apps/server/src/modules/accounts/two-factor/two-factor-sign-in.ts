import { AppError } from '../../../platform/app-error';
import { addressBlock } from '../../../platform/net/address-block';
import { equalsInConstantTime, sha256 } from '../../../platform/secrets/crypto';
import type { AccountDeps } from '../accounts.deps';
import { foldCase, PENDING_TRIES_MAX } from '../accounts.domain';
import type { Visitor } from '../sessions/sessions';
import { findKnownBrowser } from '../sign-in/known-devices';
import { codeCounters, tryOnce } from '../sign-in/login-throttle';
import { consumePendingLogin, findPendingLogin, type PendingLogin, takePendingTry } from '../sign-in/pending-logins.queries';
import { getSignInUser, lockSignInUser } from '../sign-in/sign-in.queries';
import { completeSignIn, mailedCodeHash, type SignedIn } from '../sign-in/sign-in-steps';
import { matchAppCode, type RightCode } from './two-factor-check';

export type CodeStep = { readonly code: string; readonly username: string; readonly pendingToken: string | undefined };

/** The mailed code is consumed with its pending login, which is deleted in any case. */
const matchMailedCode = (pending: PendingLogin, token: string, code: string): RightCode | undefined =>
  pending.codeHash !== null && equalsInConstantTime(pending.codeHash, mailedCodeHash(token, code))
    ? { spend: async () => true }
    : undefined;

async function findPending(deps: AccountDeps, step: CodeStep): Promise<{ pending: PendingLogin; token: string }> {
  const token = step.pendingToken;
  const now = deps.clocks.real.now();
  const pending = token === undefined ? undefined : await findPendingLogin(deps.db.query, sha256(token), now);
  if (token === undefined || pending === undefined) throw new AppError('no_pending_login');
  const user = await getSignInUser(deps.db.query, pending.userId);
  if (user.disabled || user.usernameKey !== foldCase(step.username)) throw new AppError('no_pending_login');
  return { pending, token };
}

/** Code, pending login and session in one transaction: of concurrent requests one gets in. */
async function redeem(deps: AccountDeps, pending: PendingLogin, right: RightCode, visitor: Visitor): Promise<SignedIn | undefined> {
  return deps.db.transaction(async (tx) => {
    const user = await lockSignInUser(tx, pending.userId);
    if (user.disabled || !(await consumePendingLogin(tx, pending.tokenHash))) throw new AppError('no_pending_login');
    if (!(await right.spend(tx))) throw new AppError('invalid_code', { status: 401 });
    const { remember, method } = pending;
    return completeSignIn(deps, tx, user, visitor, { remember, withSecondFactor: method !== 'email' });
  });
}

/** Second step: only in the browser that entered the right password less than five minutes ago, and for that user. */
export async function verifySignIn(deps: AccountDeps, step: CodeStep, visitor: Visitor): Promise<SignedIn> {
  const { pending, token } = await findPending(deps, step);
  const knownBrowser = await findKnownBrowser(deps.db.query, pending.userId, visitor.deviceCookie);
  if (knownBrowser === undefined) await deps.limiter.consume('sign-in-code-step', addressBlock(visitor.ip));
  const signedIn = await tryOnce(deps, codeCounters(pending.userId, knownBrowser), async () => {
    if (!(await takePendingTry(deps.db.query, pending.tokenHash, PENDING_TRIES_MAX))) throw new AppError('no_pending_login');
    if (pending.method === 'passkey') return undefined;
    const right =
      pending.method === 'email'
        ? matchMailedCode(pending, token, step.code)
        : await matchAppCode(deps, pending.userId, step.code, knownBrowser === undefined ? 'stranger' : 'known');
    return right === undefined ? undefined : redeem(deps, pending, right, visitor);
  });
  if (signedIn === undefined) throw new AppError('invalid_code', { status: 401 });
  return signedIn;
}
