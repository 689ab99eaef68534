import { createHash } from 'node:crypto';

/** 32 bytes that follow from the parts; what a chain's real hash function is does not matter to whoever reads it. */
export const digestOf = (...parts: readonly (string | number | bigint)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex');

/** A number from 0 to 1 that follows from the parts. */
export const shareOf = (...parts: readonly (string | number)[]): number => Number.parseInt(digestOf(...parts).slice(0, 8), 16) / 2 ** 32;
