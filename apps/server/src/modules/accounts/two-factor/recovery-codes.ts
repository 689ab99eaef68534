import { createHmac } from 'node:crypto';
import { RECOVERY_CODES_COUNT } from '@stablegate/contract';
import type { Queryable } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';
import { randomCharacters } from '../../../platform/ids';
import { equalsInConstantTime } from '../../../platform/secrets/crypto';
import type { PasswordHasher, Priority } from '../../../platform/secrets/password-hasher';
import { findRecoveryHash } from './recovery-codes.queries';

const RANDOM_CHARS = 11; // 55 bits: without the key of the hash they cannot be searched for, with it a slow hash would not help much
const SHAPE = /^(\d)[0-9a-hjkmnp-tv-z]{11}$/;

/** "3k7q-f29m-xtw4": the first character is the index among the ten. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES_COUNT }, (_, slot) =>
    `${slot}${randomCharacters(RANDOM_CHARS)}`.replace(/(.{4})(?=.)/g, '$1-'),
  );
}

/** As typed from paper: any case, with or without dashes and spaces, o for 0, i or l for 1. */
const normalise = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');

/**
 * Keyed with the secret of the authenticator app, which is sealed at rest and lives exactly as long as these codes: a dump of the database
 * does not contain the key, a rotation of the master key does not change it, and ten hashes cost microseconds.
 */
const hashRecoveryCode = (appSecret: string, code: string): string =>
  createHmac('sha256', `recovery-codes:${appSecret}`).update(normalise(code)).digest('base64url');

export const hashRecoveryCodes = (appSecret: string, codes: readonly string[]): string[] =>
  codes.map((code) => hashRecoveryCode(appSecret, code));

const isPasswordHash = (stored: string): boolean => stored.startsWith('$argon2'); // as version 0.1 stored them

export type TypedCode = { readonly userId: UserId; readonly appSecret: string; readonly typed: string; readonly priority: Priority };

/** The stored hash of the matching unused code, or undefined. The caller spends it in its transaction. */
export async function matchRecoveryCode(
  deps: { tx: Queryable; hasher: PasswordHasher },
  { userId, appSecret, typed, priority }: TypedCode,
): Promise<string | undefined> {
  const code = normalise(typed);
  const slot = SHAPE.exec(code)?.[1];
  if (slot === undefined) return undefined;
  const stored = await findRecoveryHash(deps.tx, userId, Number.parseInt(slot, 10));
  if (stored === undefined) return undefined;
  const right = isPasswordHash(stored)
    ? await deps.hasher.verify(stored, code, priority)
    : equalsInConstantTime(Buffer.from(stored), Buffer.from(hashRecoveryCode(appSecret, code)));
  return right ? stored : undefined;
}
