import { RECOVERY_CODES_COUNT } from '@stablegate/contract';
import type { Queryable } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';
import { randomCharacters } from '../../../platform/ids';
import type { Lane, PasswordHasher } from '../../../platform/secrets/password-hasher';
import { findRecoveryHash } from './recovery-codes.queries';

const RANDOM_CHARS = 11; // 55 bits, hashed like a password
const SHAPE = /^(\d)[0-9a-hjkmnp-tv-z]{11}$/;

/** "3k7q-f29m-xtw4": the first character is the index among the ten. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES_COUNT }, (_, slot) =>
    `${slot}${randomCharacters(RANDOM_CHARS)}`.replace(/(.{4})(?=.)/g, '$1-'),
  );
}

/** As typed from paper: any case, with or without dashes and spaces, o for 0, i or l for 1. */
const normalise = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');

export const hashRecoveryCodes = (hasher: PasswordHasher, codes: readonly string[]): Promise<string[]> =>
  Promise.all(codes.map((code) => hasher.hash(normalise(code))));

/** The stored hash of the matching unused code, or undefined. The caller spends it in its transaction. */
export async function matchRecoveryCode(
  deps: { tx: Queryable; hasher: PasswordHasher },
  userId: UserId,
  typed: string,
  lane: Lane,
): Promise<string | undefined> {
  const code = normalise(typed);
  const slot = SHAPE.exec(code)?.[1];
  if (slot === undefined) return undefined;
  const stored = await findRecoveryHash(deps.tx, userId, Number.parseInt(slot, 10));
  if (stored === undefined) return undefined;
  return (await deps.hasher.verify(stored, code, lane)) ? stored : undefined;
}
