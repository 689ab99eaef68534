import { createHash } from 'node:crypto';

/** 32 bytes derived from the parts; a reader does not depend on a chain's real hash function. */
export const digestOf = (...parts: readonly (string | number | bigint)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex');

/** A number from 0 to 1 derived from the parts. */
export const shareOf = (...parts: readonly (string | number)[]): number => Number.parseInt(digestOf(...parts).slice(0, 8), 16) / 2 ** 32;
