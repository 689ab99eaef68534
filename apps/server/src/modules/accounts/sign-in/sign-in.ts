import { AppError } from '../../../platform/app-error';
import { addressBlock } from '../../../platform/net/address-block';
import { isAddressAllowed } from '../../../platform/net/address-ranges';
import { sha256 } from '../../../platform/secrets/crypto';
import type { Priority } from '../../../platform/secrets/password-hasher';
import type { AccountDeps } from '../accounts.deps';
import { foldCase } from '../accounts.domain';
import type { Visitor } from '../sessions/sessions';
import { replacePasswordHash } from '../users.queries';
import { findKnownBrowser, provenBrowser } from './known-devices';
import { passwordCounters, tryOnce } from './login-throttle';
import { findSignInUser, type SignInUser } from './sign-in.queries';
import { grantSignIn, type SignInGrant } from './sign-in-steps';

export type Credentials = { readonly username: string; readonly password: string };
export type SignIn = Credentials & { readonly remember: boolean };

type Claimant = { readonly user: SignInUser | undefined; readonly knownBrowser: string | undefined };

async function identify(deps: AccountDeps, username: string, visitor: Visitor): Promise<Claimant> {
  const user = await findSignInUser(deps.db.query, username);
  return { user, knownBrowser: await findKnownBrowser(deps.db.query, user?.id, visitor.deviceCookie) };
}

/** Before anything waits or is read: the priority by the signed cookie, and the limit of whoever has none. */
async function choosePriority(deps: AccountDeps, account: string, visitor: Visitor): Promise<Priority> {
  const browser = provenBrowser(deps.secrets, account, visitor.deviceCookie);
  if (browser !== undefined && (await deps.limiter.allows('sign-in-known-browser', sha256(browser).toString('hex')))) return 'known';
  await deps.limiter.consume('sign-in', addressBlock(visitor.ip));
  return 'stranger';
}

/**
 * Unknown name and wrong password get the same response after the same time: the same counters and an Argon2 run either way. Known browsers
 * have a separate queue from the first statement on, so that no flood delays them.
 */
export async function findByPassword(deps: AccountDeps, input: Credentials, visitor: Visitor): Promise<SignInUser | undefined> {
  const account = foldCase(input.username);
  const priority = await choosePriority(deps, account, visitor);
  return deps.hasher.withSlot(priority, async () => {
    const { user, knownBrowser } = await identify(deps, account, visitor);
    const right = await tryOnce(deps, passwordCounters(account, visitor.ip, knownBrowser), () =>
      user === undefined ? deps.hasher.verifyDummy(input.password) : deps.hasher.verify(user.passwordHash, input.password, priority),
    );
    return right ? user : undefined;
  });
}

/** Hashes with older, weaker parameters are renewed when the password is at hand. */
async function renewHash(deps: AccountDeps, user: SignInUser, password: string): Promise<SignInUser> {
  if (!deps.hasher.isOutdated(user.passwordHash)) return user;
  const passwordHash = await deps.hasher.hash(password);
  const saved = await replacePasswordHash(deps.db.query, user.id, user.passwordHash, passwordHash);
  return saved ? { ...user, passwordHash } : user;
}

export async function signIn(deps: AccountDeps, input: SignIn, visitor: Visitor): Promise<SignInGrant> {
  const found = await findByPassword(deps, input, visitor);
  if (found === undefined) {
    // Keyed, so that a log names no account but shows which attempts belong together; people type passwords as names.
    const name = deps.secrets.sign('failed-sign-in', foldCase(input.username)).toString('base64url').slice(0, 16);
    deps.log.warn({ name, ip: visitor.ip }, 'sign-in failed');
    throw new AppError('invalid_credentials');
  }
  if (found.disabled) throw new AppError('account_disabled');
  if (!isAddressAllowed(found, visitor.ip)) throw new AppError('address_not_allowed');
  const user = await renewHash(deps, found, input.password);
  return grantSignIn(deps, { user, remember: input.remember }, visitor);
}
