import { CODE_LENGTH } from '@stablegate/contract';
import type { Principal } from '../../../platform/principal';
import { equalsInConstantTime } from '../../../platform/secrets/crypto';
import type { AccountDeps } from '../accounts.deps';
import type { SignInUser } from '../sign-in/sign-in.queries';

const WINDOW_MS = 5 * 60_000;

/**
 * Derived, not stored: of this session since its last confirmation, so that it works once, in the browser that asked. It is valid for five to
 * ten minutes.
 */
function codeOf(deps: AccountDeps, { sessionId, confirmedAt }: Principal, window: number): string {
  const signature = deps.secrets.sign('confirm-code', `${sessionId}:${confirmedAt.toISOString()}:${window}`);
  return String(signature.readUIntBE(0, 6) % 10 ** CODE_LENGTH).padStart(CODE_LENGTH, '0');
}

const windowOf = (deps: AccountDeps): number => Math.floor(deps.clocks.real.now().getTime() / WINDOW_MS);

export async function mailConfirmCode(deps: AccountDeps, principal: Principal, user: SignInUser): Promise<void> {
  await deps.limiter.consume('confirm-code', principal.sessionId);
  const window = windowOf(deps);
  const code = codeOf(deps, principal, window);
  const expiresAt = new Date((window + 2) * WINDOW_MS);
  await deps.mails.sendSignInCode(deps.db.query, { user, code, expiresAt });
}

export function isConfirmCode(deps: AccountDeps, principal: Principal, typed: string): boolean {
  const window = windowOf(deps);
  const given = Buffer.from(typed.trim());
  return [window, window - 1].some((each) => equalsInConstantTime(given, Buffer.from(codeOf(deps, principal, each))));
}
