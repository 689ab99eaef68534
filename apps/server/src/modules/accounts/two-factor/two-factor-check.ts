import type { Tx } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';
import type { Priority } from '../../../platform/secrets/password-hasher';
import type { AccountDeps } from '../accounts.deps';
import { matchRecoveryCode } from './recovery-codes';
import { spendRecoveryCode } from './recovery-codes.queries';
import { acceptTotpStep, findTotpSecret, TOTP_PURPOSE } from './two-factor.queries';
import { totpStep } from './two-factor-totp';

/** A valid, unused code. `spend` returns false when it was used before, or by a faster request. */
export type RightCode = { spend(tx: Tx): Promise<boolean> };

/** A code of the authenticator app, or a recovery code. Compared outside the transaction: an old hash takes 40 ms. */
export async function matchAppCode(deps: AccountDeps, userId: UserId, code: string, priority: Priority): Promise<RightCode | undefined> {
  const sealed = await findTotpSecret(deps.db.query, userId);
  if (sealed === undefined) return undefined;
  const now = deps.clocks.real.now();
  const appSecret = deps.secrets.open(TOTP_PURPOSE, sealed);
  const step = totpStep(appSecret, code, now);
  if (step !== undefined) return { spend: (tx) => acceptTotpStep(tx, userId, step) };
  const hash = await matchRecoveryCode({ tx: deps.db.query, hasher: deps.hasher }, { userId, appSecret, typed: code, priority });
  return hash === undefined ? undefined : { spend: (tx) => spendRecoveryCode(tx, userId, hash, now) };
}
