import { BANK_REFERENCE_LENGTH } from '@stablegate/contract';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** A plain word would collect other people's transfers: at least one digit and two letters, as on the server. */
const isStrong = (reference: string): boolean => /\d/.test(reference) && (reference.match(/[A-Z]/g)?.length ?? 0) >= 2;

/** Numbers at or above this would bias towards the first letters. */
const FAIR_BELOW = 256 - (256 % LETTERS.length);

/** Ten random characters A-Z0-9 that identify the bank transfer. */
export function newReference(randomBytes: (count: number) => Uint8Array): string {
  for (;;) {
    const fair = [...randomBytes(BANK_REFERENCE_LENGTH * 2)].filter((byte) => byte < FAIR_BELOW);
    const reference = fair
      .slice(0, BANK_REFERENCE_LENGTH)
      .map((byte) => LETTERS[byte % LETTERS.length])
      .join('');
    if (reference.length === BANK_REFERENCE_LENGTH && isStrong(reference)) return reference;
  }
}

export const browserRandom = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));
