import type { Tx } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';
import { randomToken } from '../../../platform/ids';
import { sha256 } from '../../../platform/secrets/crypto';
import { LINK_LIFE_MS, type LinkPurpose } from './mail-links.domain';
import { insertLink, replaceLinks } from './mail-links.queries';

export type IssuedLink = { readonly token: string; readonly expiresAt: Date };

/** A new link replaces older ones. The token is only in the mail; we store its hash. */
export async function issueLink(
  tx: Tx,
  link: { readonly userId: UserId; readonly purpose: LinkPurpose; readonly email: string; readonly now: Date },
): Promise<IssuedLink> {
  const token = randomToken();
  const expiresAt = new Date(link.now.getTime() + LINK_LIFE_MS[link.purpose]);
  await replaceLinks(tx, link.userId, link.purpose, link.now);
  await insertLink(tx, { ...link, tokenHash: sha256(token), expiresAt });
  return { token, expiresAt };
}
