import { crc32 } from 'node:zlib';

/** Tells it from a main key (`sk_` + 32) and from other companies' keys, so that a scanner of repositories can report a leaked one. */
const PREFIX = 'sk_sg_';
const CHECKSUM_CHARS = 6;
const PATTERN = /^(sk_sg_[A-Za-z0-9]{32})([0-9a-z]{6})$/;

/** The last 30 of 32 bits; six characters of 36. A mistyped key is refused without asking the database. */
const checksum = (text: string): string => (crc32(text) % 36 ** CHECKSUM_CHARS).toString(36).padStart(CHECKSUM_CHARS, '0');

export const toScopedKey = (random: string): string => `${PREFIX}${random}${checksum(`${PREFIX}${random}`)}`;

export function isScopedKey(text: string): boolean {
  const [, body = '', sum] = PATTERN.exec(text) ?? [];
  return sum !== undefined && sum === checksum(body);
}
