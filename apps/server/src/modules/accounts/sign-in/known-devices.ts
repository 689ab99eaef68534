import type { Queryable } from '../../../platform/db/db';
import { asUserId, type UserId } from '../../../platform/id-types';
import { randomToken } from '../../../platform/ids';
import { sha256 } from '../../../platform/secrets/crypto';
import { isKnownDevice, saveDevice } from './known-devices.queries';

/** As randomToken() creates them; anything else in the cookie is ignored. */
const TOKEN = /^[\w-]{43}$/;
const ownToken = (cookie: string | undefined): string | undefined => (cookie !== undefined && TOKEN.test(cookie) ? cookie : undefined);

const NOBODY = asUserId('');
const hashOf = (userId: UserId, token: string): Buffer => sha256(`${userId}:${token}`);

/**
 * An identifier of the browser if this user has signed in there before. Queries the database for unknown users too, so that timing reveals nothing.
 */
export async function findKnownBrowser(tx: Queryable, userId: UserId | undefined, cookie: string | undefined): Promise<string | undefined> {
  const token = ownToken(cookie);
  if (token === undefined) return undefined;
  const hash = hashOf(userId ?? NOBODY, token);
  return (await isKnownDevice(tx, userId ?? NOBODY, hash)) ? hash.toString('hex') : undefined;
}

/** Only after a complete sign-in (or sign-up): the browser keeps one cookie for all its users. */
export async function rememberBrowser(
  tx: Queryable,
  userId: UserId,
  cookie: string | undefined,
  now: Date,
): Promise<{ deviceToken: string; isNew: boolean }> {
  const deviceToken = ownToken(cookie) ?? randomToken();
  const isNew = await saveDevice(tx, userId, hashOf(userId, deviceToken), now);
  return { deviceToken, isNew };
}
