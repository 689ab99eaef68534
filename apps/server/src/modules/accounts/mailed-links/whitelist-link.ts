import { AppError } from '../../../platform/app-error';
import { randomToken } from '../../../platform/ids';
import { isAddressAllowed } from '../../../platform/net/address-ranges';
import { sha256 } from '../../../platform/secrets/crypto';
import type { AccountDeps } from '../accounts.deps';
import { WHITELIST_LINK_MS } from '../accounts.domain';
import type { Visitor } from '../sessions/sessions';
import { type Credentials, findByPassword } from '../sign-in/sign-in';
import { getSignInUser, lockSignInUser } from '../sign-in/sign-in.queries';
import { grantSignIn, type SignInGrant } from '../sign-in/sign-in-steps';
import { consumeWhitelistLink, findWhitelistLink, saveWhitelistLink } from './whitelist-link.queries';

/** Mails a link to a user kept out by their own whitelist. The response is the same for right and wrong credentials. */
export async function requestWhitelistLink(deps: AccountDeps, credentials: Credentials, visitor: Visitor): Promise<void> {
  const found = await findByPassword(deps, credentials, visitor);
  if (found === undefined || found.disabled || isAddressAllowed(found, visitor.ip)) return;
  if (!(await deps.limiter.allows('whitelist-link-mail', found.id))) return;
  const token = randomToken();
  const createdAt = deps.clocks.real.now();
  const expiresAt = new Date(createdAt.getTime() + WHITELIST_LINK_MS);
  await deps.db.transaction(async (tx) => {
    const user = await lockSignInUser(tx, found.id);
    if (user.passwordHash !== found.passwordHash) return;
    await saveWhitelistLink(tx, { tokenHash: sha256(token), userId: user.id, createdAt, expiresAt });
    await deps.mails.sendWhitelistLink(tx, { user, token, expiresAt });
  });
}

/** The link replaces the password entered when it was requested; a change of password has deleted it since. */
export async function openWhitelistLink(deps: AccountDeps, token: string, visitor: Visitor): Promise<SignInGrant> {
  const tokenHash = sha256(token);
  const userId = await findWhitelistLink(deps.db.query, tokenHash, deps.clocks.real.now());
  if (userId === undefined) throw new AppError('token_expired');
  const useUp: Parameters<typeof grantSignIn>[1]['useUp'] = async (tx) => {
    if (!(await consumeWhitelistLink(tx, tokenHash))) throw new AppError('token_expired');
  };
  return grantSignIn(deps, { user: await getSignInUser(deps.db.query, userId), remember: false, useUp }, visitor);
}
