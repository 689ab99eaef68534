import type { AuthenticatorTransportFuture, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Passkey, PasskeyAnswer } from '@stablegate/contract';
import { AppError } from '../../../platform/app-error';
import { recordAudit } from '../../../platform/audit';
import type { PasskeyId } from '../../../platform/id-types';
import { newId } from '../../../platform/ids';
import type { Principal } from '../../../platform/principal';
import type { AccountDeps } from '../accounts.deps';
import { endOtherAccess } from '../sessions/sessions.queries';
import { getSignInUser, lockSignInUser, needsFactor } from '../sign-in/sign-in.queries';
import { isChallenge, newChallenge, spendChallenge } from './passkey-challenge';
import { deletePasskey, insertPasskey, listPasskeys, type PasskeyRecord } from './passkeys.queries';

const PASSKEYS_MAX = 20;
const NAME = 'Stablegate';

/** The site that passkeys belong to: they work on no other. */
export const siteOf = ({ publicUrl }: AccountDeps): { id: string; origin: string } => {
  const { hostname: id, origin } = new URL(publicUrl);
  return { id, origin };
};

/** The library throws for whatever is wrong with an answer; what exactly is of no use to the caller. */
export async function orRefused<T>(check: () => Promise<T>, status?: number): Promise<T> {
  try {
    return await check();
  } catch (error) {
    throw new AppError('passkey_refused', { cause: error, ...(status === undefined ? {} : { status }) });
  }
}

const toWire = ({ id, name, createdAt, lastUsedAt, backedUp }: PasskeyRecord): Passkey => ({
  id,
  name,
  backedUp,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/** Loaded with the first passkey: it has 300 files, a quarter of what a start would read. */
export const webauthn = () => import('@simplewebauthn/server');

export const listOwnPasskeys = async (deps: AccountDeps, { userId }: Principal): Promise<Passkey[]> =>
  (await listPasskeys(deps.db.query, userId)).map(toWire);

/** Discoverable and with user verification (PIN, finger, face): it signs in without a username, and counts as two factors. */
export async function startPasskey(deps: AccountDeps, { userId, sessionId }: Principal): Promise<Record<string, unknown>> {
  const { username } = await getSignInUser(deps.db.query, userId);
  const known = await listPasskeys(deps.db.query, userId);
  if (known.length >= PASSKEYS_MAX) throw new AppError('too_many_passkeys');
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: NAME,
    rpID: siteOf(deps).id,
    userName: username,
    userID: new Uint8Array(Buffer.from(userId)),
    challenge: newChallenge(deps, sessionId),
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transports as AuthenticatorTransportFuture[],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
}

export type NewPasskey = { readonly name: string; readonly credential: PasskeyAnswer };

async function readCredential(deps: AccountDeps, { sessionId }: Principal, answer: PasskeyAnswer) {
  const { id, origin } = siteOf(deps);
  const { verifyRegistrationResponse } = await webauthn();
  let challenge = '';
  const { registrationInfo } = await orRefused(() =>
    verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge: (encoded) => {
        challenge = encoded;
        return isChallenge(deps, encoded, sessionId);
      },
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    }),
  );
  if (registrationInfo === undefined) throw new AppError('passkey_refused');
  return { challenge, ...registrationInfo };
}

/** From now on it opens the account, so other sessions are ended as after any change of a factor. */
export async function addPasskey(deps: AccountDeps, principal: Principal, { name, credential }: NewPasskey): Promise<Passkey> {
  const { userId, sessionId } = principal;
  const made = await readCredential(deps, principal, credential);
  const now = deps.clocks.real.now();
  const record: PasskeyRecord = {
    id: newId('passkey', now),
    userId,
    credentialId: made.credential.id,
    publicKey: Buffer.from(made.credential.publicKey),
    counter: BigInt(made.credential.counter),
    transports: made.credential.transports ?? [],
    backedUp: made.credentialBackedUp,
    name,
    createdAt: now,
    lastUsedAt: null,
  };
  await deps.db.transaction(async (tx) => {
    await lockSignInUser(tx, userId);
    if ((await listPasskeys(tx, userId)).length >= PASSKEYS_MAX) throw new AppError('too_many_passkeys');
    if (!(await spendChallenge(deps, tx, made.challenge)) || !(await insertPasskey(tx, record))) throw new AppError('passkey_refused');
    await endOtherAccess(tx, userId, sessionId, now);
    await recordAudit(deps.outbox, tx, principal, { action: 'passkey.added', subject: record.id, detail: { name } });
  });
  deps.log.info({ userId, passkeyId: record.id }, 'passkey added');
  return toWire(record);
}

export async function removePasskey(deps: AccountDeps, principal: Principal, id: PasskeyId): Promise<void> {
  const { userId, sessionId } = principal;
  await deps.db.transaction(async (tx) => {
    const user = await lockSignInUser(tx, userId);
    const name = await deletePasskey(tx, userId, id);
    if (name === undefined) throw new AppError('not_found');
    const hasOther = user.totp || (await listPasskeys(tx, userId)).length > 0;
    if (needsFactor(user) && !hasOther) throw new AppError('last_second_factor');
    await endOtherAccess(tx, userId, sessionId, deps.clocks.real.now());
    await recordAudit(deps.outbox, tx, principal, { action: 'passkey.removed', subject: id, detail: { name } });
  });
  deps.log.info({ userId, passkeyId: id }, 'passkey removed');
}
