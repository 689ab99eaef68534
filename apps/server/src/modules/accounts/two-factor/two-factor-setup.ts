import type { TwoFactorSetup } from '@stablegate/contract';
import { AppError } from '../../../platform/app-error';
import { recordAudit } from '../../../platform/audit';
import type { Principal } from '../../../platform/principal';
import { noteNothingChanged } from '../../../platform/request-author';
import type { AccountDeps } from '../accounts.deps';
import { SETUP_MS } from '../accounts.domain';
import { endOtherAccess } from '../sessions/sessions.queries';
import { sessionCounters, tryOnce } from '../sign-in/login-throttle';
import { getSignInUser, lockSignInUser, needsFactor } from '../sign-in/sign-in.queries';
import { hashRecoveryCodes, newRecoveryCodes } from './recovery-codes';
import { saveRecoveryCodes } from './recovery-codes.queries';
import { findSetup, finishSetup, removeTwoFactor, type Setup, startSetup, TOTP_PURPOSE } from './two-factor.queries';
import { newTotpSecret, totpAddress, totpStep } from './two-factor-totp';

const setupOf = (principal: Principal, now: Date): Setup => ({
  userId: principal.userId,
  sessionId: principal.sessionId,
  startedAfter: new Date(now.getTime() - SETUP_MS),
});

/** The set-up under way, or 404. */
export async function readTwoFactorSetup(deps: AccountDeps, principal: Principal): Promise<TwoFactorSetup> {
  const sealed = await findSetup(deps.db.query, setupOf(principal, deps.clocks.real.now()));
  if (sealed === undefined) throw new AppError('not_found');
  const secret = deps.secrets.open(TOTP_PURPOSE, sealed);
  const { username } = await getSignInUser(deps.db.query, principal.userId);
  return { qrUrl: totpAddress(secret, username), secret };
}

/** A double click shows the same QR code: a set-up of this session is continued. */
export async function startTwoFactorSetup(deps: AccountDeps, principal: Principal): Promise<TwoFactorSetup> {
  if (principal.totp) throw new AppError('conflict');
  const now = deps.clocks.real.now();
  await startSetup(deps.db.query, { ...setupOf(principal, now), sealed: deps.secrets.seal(TOTP_PURPOSE, newTotpSecret()), now });
  return readTwoFactorSetup(deps, principal);
}

/** From now on every sign-in requires a code, so other sessions are ended. */
export async function finishTwoFactorSetup(deps: AccountDeps, principal: Principal, code: string): Promise<string[]> {
  const now = deps.clocks.real.now();
  const sealed = await findSetup(deps.db.query, setupOf(principal, now));
  if (sealed === undefined) throw new AppError('invalid_code');
  const secret = deps.secrets.open(TOTP_PURPOSE, sealed);
  const step = await tryOnce(deps, sessionCounters(principal.sessionId, 'code'), async () => totpStep(secret, code, now));
  if (step === undefined) throw new AppError('invalid_code');
  const codes = newRecoveryCodes();
  const hashes = hashRecoveryCodes(secret, codes);
  await deps.db.transaction(async (tx) => {
    await lockSignInUser(tx, principal.userId);
    if (!(await finishSetup(tx, { userId: principal.userId, sealed, step, now }))) throw new AppError('invalid_code');
    await saveRecoveryCodes(tx, principal.userId, hashes);
    await endOtherAccess(tx, principal.userId, principal.sessionId, now);
    await recordAudit(deps.outbox, tx, principal, { action: 'two-factor.on', subject: principal.userId });
  });
  deps.log.info({ userId: principal.userId }, 'two-factor turned on');
  return codes;
}

export async function disableTwoFactor(deps: AccountDeps, principal: Principal): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const user = await lockSignInUser(tx, principal.userId);
    if (needsFactor(user) && !user.hasPasskey) throw new AppError('last_second_factor');
    const wasOn = await removeTwoFactor(tx, principal.userId);
    if (!wasOn) return noteNothingChanged();
    await endOtherAccess(tx, principal.userId, principal.sessionId, deps.clocks.real.now());
    await recordAudit(deps.outbox, tx, principal, { action: 'two-factor.off', subject: principal.userId });
  });
  deps.log.info({ userId: principal.userId }, 'two-factor turned off');
}
