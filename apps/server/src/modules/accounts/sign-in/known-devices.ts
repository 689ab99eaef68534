import type { Queryable } from '../../../platform/db/db';
import { asUserId, type UserId } from '../../../platform/id-types';
import { randomToken } from '../../../platform/ids';
import { type SecretBox, sha256 } from '../../../platform/secrets/crypto';
import { foldCase } from '../accounts.domain';
import { isKnownDevice, saveDevice } from './known-devices.queries';

/**
 * The device cookie: a token as randomToken() creates them, and a signature for each account that signed in with it, the latest first.
 * Anything else in the cookie is ignored; a token without signatures comes from version 0.1.
 */
const COOKIE = /^([\w-]{43})((?:\.[\w-]{43})*)$/;
const PURPOSE = 'device';
const ACCOUNTS_MAX = 5; // as many as a browser sends without a cookie that is too long
type Device = { readonly token: string; readonly signatures: readonly string[] };

function readDevice(cookie: string | undefined): Device | undefined {
  const [, token, signatures = ''] = COOKIE.exec(cookie ?? '') ?? [];
  return token === undefined ? undefined : { token, signatures: signatures.split('.').slice(1, 1 + ACCOUNTS_MAX) };
}

const NOBODY = asUserId('');
const hashOf = (userId: UserId, token: string): Buffer => sha256(`${userId}:${token}`);
const signed = (token: string, username: string): string => `${token}:${foldCase(username)}`;

/**
 * The browser's token when this name signed in there before, proven by the cookie alone: made-up cookies, and those of other accounts, are
 * refused before they occupy the queue of known browsers or the database.
 */
export function provenBrowser(secrets: SecretBox, username: string, cookie: string | undefined): string | undefined {
  const device = readDevice(cookie);
  if (device === undefined) return undefined;
  const text = signed(device.token, username);
  const isProven = device.signatures.some((signature) => secrets.isSigned(PURPOSE, text, Buffer.from(signature, 'base64url')));
  return isProven ? device.token : undefined;
}

/**
 * An identifier of the browser if this user has signed in there before. Queries the database for unknown users too, so that timing reveals nothing.
 */
export async function findKnownBrowser(tx: Queryable, userId: UserId | undefined, cookie: string | undefined): Promise<string | undefined> {
  const token = readDevice(cookie)?.token;
  if (token === undefined) return undefined;
  const hash = hashOf(userId ?? NOBODY, token);
  return (await isKnownDevice(tx, userId ?? NOBODY, hash)) ? hash.toString('hex') : undefined;
}

/** Only after a complete sign-in (or sign-up): the browser keeps one cookie for all its users. */
export async function rememberBrowser(
  { tx, secrets, now }: { tx: Queryable; secrets: SecretBox; now: Date },
  user: { readonly id: UserId; readonly username: string },
  cookie: string | undefined,
): Promise<{ deviceToken: string; isNew: boolean }> {
  const { token, signatures } = readDevice(cookie) ?? { token: randomToken(), signatures: [] };
  const isNew = await saveDevice(tx, user.id, hashOf(user.id, token), now);
  const signature = secrets.sign(PURPOSE, signed(token, user.username)).toString('base64url');
  const others = signatures.filter((each) => each !== signature).slice(0, ACCOUNTS_MAX - 1);
  return { deviceToken: [token, signature, ...others].join('.'), isNew };
}
