import { AppError } from '../../../platform/app-error';
import type { Principal } from '../../../platform/principal';
import type { AccountDeps } from '../accounts.deps';
import { sessionCounters, tryOnce } from '../sign-in/login-throttle';
import { getSignInUser, lockSignInUser, type SignInUser } from '../sign-in/sign-in.queries';
import { secondFactorOf } from '../sign-in/sign-in-steps';
import { matchAppCode, type RightCode } from '../two-factor/two-factor-check';
import { isConfirmCode, mailConfirmCode } from './confirm-code';
import { renewSession, type SessionTicket } from './sessions';

export type Confirmation = { readonly password: string; readonly code: string };

/** An unattended browser must not allow guessing the password: wrong ones slow down, for this session only. */
export async function checkOwnPassword(deps: AccountDeps, principal: Principal, password: string): Promise<SignInUser> {
  const user = await getSignInUser(deps.db.query, principal.userId);
  const right = await tryOnce(deps, sessionCounters(principal.sessionId, 'password'), () =>
    deps.hasher.verify(user.passwordHash, password, 'known'),
  );
  if (!right) throw new AppError('wrong_password');
  return user;
}

async function checkOwnCode(deps: AccountDeps, principal: Principal, code: string): Promise<RightCode> {
  if (code === '') throw new AppError('invalid_code');
  const right = await tryOnce(deps, sessionCounters(principal.sessionId, 'code'), () =>
    matchAppCode(deps, principal.userId, code, 'known'),
  );
  if (right === undefined) throw new AppError('invalid_code');
  return right;
}

/** Where a sign-in needs the mailed code, the password alone confirms nothing: without a code one is sent. */
async function checkMailedCode(deps: AccountDeps, principal: Principal, user: SignInUser, code: string): Promise<void> {
  if (code === '') {
    await mailConfirmCode(deps, principal, user);
    throw new AppError('code_mailed');
  }
  const right = await tryOnce(deps, sessionCounters(principal.sessionId, 'code'), async () => isConfirmCode(deps, principal, code));
  if (!right) throw new AppError('invalid_code');
}

/** Password again, and the code where sign-ins need one: counts as a recent sign-in for 15 minutes. */
export async function confirmSignIn(deps: AccountDeps, principal: Principal, given: Confirmation): Promise<SessionTicket> {
  const checked = await checkOwnPassword(deps, principal, given.password);
  if (secondFactorOf(deps, checked) === 'passkey') throw new AppError('passkey_required');
  const code = checked.totp ? await checkOwnCode(deps, principal, given.code) : undefined;
  if (!checked.totp && checked.emailOtp) await checkMailedCode(deps, principal, checked, given.code);
  return deps.db.transaction(async (tx) => {
    const user = await lockSignInUser(tx, principal.userId);
    if (user.passwordHash !== checked.passwordHash) throw new AppError('wrong_password');
    if (code !== undefined && !(await code.spend(tx))) throw new AppError('invalid_code');
    return renewSession(deps, tx, principal, { withSecondFactor: code !== undefined });
  });
}
