import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { PasskeyAnswer } from '@stablegate/contract';
import { AppError } from '../../../platform/app-error';
import type { Tx } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';
import { isAddressAllowed } from '../../../platform/net/address-ranges';
import type { Principal } from '../../../platform/principal';
import { sha256 } from '../../../platform/secrets/crypto';
import type { AccountDeps } from '../accounts.deps';
import { renewSession, type SessionTicket, type Visitor } from '../sessions/sessions';
import { consumePendingLogin, findPendingLogin } from '../sign-in/pending-logins.queries';
import { lockSignInUser } from '../sign-in/sign-in.queries';
import { completeSignIn, type SignedIn } from '../sign-in/sign-in-steps';
import { isChallenge, newChallenge, spendChallenge } from './passkey-challenge';
import { orRefused, siteOf, webauthn } from './passkeys';
import { findPasskey, notePasskeyUse } from './passkeys.queries';

const REFUSED_AT_SIGN_IN = 401;

/** Without a list of credentials: it would tell which accounts have one, and every passkey of ours is found without it. */
export async function startPasskeyUse(deps: AccountDeps): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: siteOf(deps).id,
    userVerification: 'required',
    challenge: newChallenge(deps),
  });
  return { ...options };
}

/** A valid answer of a known passkey. `spend` throws when the challenge was used, or the passkey removed or copied. */
type Proof = { readonly userId: UserId; spend(tx: Tx): Promise<void> };

async function checkAnswer(deps: AccountDeps, answer: PasskeyAnswer, status?: number): Promise<Proof> {
  const refusal = () => new AppError('passkey_refused', status === undefined ? {} : { status });
  const passkey = await findPasskey(deps.db.query, answer.id);
  if (passkey === undefined) throw refusal();
  const { id, origin } = siteOf(deps);
  const { verifyAuthenticationResponse } = await webauthn();
  let challenge = '';
  const { verified, authenticationInfo } = await orRefused(
    () =>
      verifyAuthenticationResponse({
        response: answer as unknown as AuthenticationResponseJSON,
        expectedChallenge: (encoded) => {
          challenge = encoded;
          return isChallenge(deps, encoded);
        },
        expectedOrigin: origin,
        expectedRPID: id,
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(passkey.publicKey),
          counter: Number.parseInt(`${passkey.counter}`, 10),
        },
        requireUserVerification: true,
      }),
    status,
  );
  if (!verified) throw refusal();
  const use = { id: passkey.id, counter: BigInt(authenticationInfo.newCounter), backedUp: authenticationInfo.credentialBackedUp };
  return {
    userId: passkey.userId,
    spend: async (tx) => {
      const isFirst = (await spendChallenge(deps, tx, challenge)) && (await notePasskeyUse(tx, { ...use, now: deps.clocks.real.now() }));
      if (!isFirst) throw refusal();
    },
  };
}

export type PasskeySignIn = {
  readonly credential: PasskeyAnswer;
  readonly remember: boolean;
  /** Undefined for a sign-in without a password. */
  readonly second: { readonly pendingToken: string | undefined } | undefined;
};

/** The pending sign-in that the password opened, of the same user; it says whether to remember the session. */
async function finishPending(deps: AccountDeps, tx: Tx, token: string | undefined, userId: UserId): Promise<boolean> {
  const pending = token === undefined ? undefined : await findPendingLogin(tx, sha256(token), deps.clocks.real.now());
  if (pending?.userId !== userId || !(await consumePendingLogin(tx, pending.tokenHash))) throw new AppError('no_pending_login');
  return pending.remember;
}

export async function signInWithPasskey(deps: AccountDeps, input: PasskeySignIn, visitor: Visitor): Promise<SignedIn> {
  const proof = await checkAnswer(deps, input.credential, REFUSED_AT_SIGN_IN);
  return deps.db.transaction(async (tx) => {
    const user = await lockSignInUser(tx, proof.userId);
    if (user.disabled) throw new AppError('account_disabled');
    // A pending sign-in has passed the whitelist, or came by the mailed link past it.
    if (input.second === undefined && !isAddressAllowed(user, visitor.ip)) throw new AppError('address_not_allowed');
    await proof.spend(tx);
    const remember = input.second === undefined ? input.remember : await finishPending(deps, tx, input.second.pendingToken, user.id);
    return completeSignIn(deps, tx, user, visitor, { remember, withSecondFactor: true });
  });
}

/** In place of password and code: counts as a recent sign-in for 15 minutes. */
export async function confirmWithPasskey(deps: AccountDeps, principal: Principal, answer: PasskeyAnswer): Promise<SessionTicket> {
  const proof = await checkAnswer(deps, answer);
  if (proof.userId !== principal.userId) throw new AppError('passkey_refused');
  return deps.db.transaction(async (tx) => {
    await lockSignInUser(tx, principal.userId);
    await proof.spend(tx);
    return renewSession(deps, tx, principal, { withSecondFactor: true });
  });
}
