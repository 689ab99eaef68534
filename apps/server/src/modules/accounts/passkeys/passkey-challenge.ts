import type { Tx } from '../../../platform/db/db';
import { randomToken } from '../../../platform/ids';
import { equalsInConstantTime, sha256 } from '../../../platform/secrets/crypto';
import type { AccountDeps } from '../accounts.deps';
import { useChallenge } from './passkeys.queries';

const CHALLENGE_MS = 5 * 60_000;
const RANDOM_BYTES = 16;
const ANYBODY = '';

/** Signed and not stored: whoever asks for many costs no row. The session, or anybody for a sign-in. */
export function newChallenge(deps: AccountDeps, asker = ANYBODY): string {
  const body = `${randomToken(RANDOM_BYTES)}.${deps.clocks.real.now().getTime() + CHALLENGE_MS}`;
  return `${body}.${signatureOf(deps, asker, body).toString('base64url')}`;
}

const signatureOf = (deps: AccountDeps, asker: string, body: string): Buffer => deps.secrets.sign('passkey', `${asker}:${body}`);

/** `encoded` is what the browser signed: our text in base64url. */
const textOf = (encoded: string): string => Buffer.from(encoded, 'base64url').toString();

export function isChallenge(deps: AccountDeps, encoded: string, asker = ANYBODY): boolean {
  const [random = '', until = '', signature = ''] = textOf(encoded).split('.');
  const expected = signatureOf(deps, asker, `${random}.${until}`);
  return (
    equalsInConstantTime(Buffer.from(signature, 'base64url'), expected) && Number.parseInt(until, 10) > deps.clocks.real.now().getTime()
  );
}

/** Returns false when it was used before, or by a faster request. */
export function spendChallenge(deps: AccountDeps, tx: Tx, encoded: string): Promise<boolean> {
  const expiresAt = new Date(deps.clocks.real.now().getTime() + CHALLENGE_MS);
  return useChallenge(tx, sha256(textOf(encoded)), expiresAt);
}
