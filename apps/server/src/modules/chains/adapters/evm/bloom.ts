import { keccak_256 } from '@noble/hashes/sha3.js';

/** The three bit positions of an address or topic in a block's 2048-bit bloom filter (yellow paper, 4.3.1). */
export function bloomBits(hexValue: string): readonly number[] {
  const digest = keccak_256(Uint8Array.from(Buffer.from(hexValue.slice(2), 'hex')));
  return [0, 2, 4].map((at) => (((digest[at] ?? 0) << 8) | (digest[at + 1] ?? 0)) & 2047);
}

/** False proves that no log of the block has the value; true proves nothing. */
export function mayContain(bloom: string, bits: readonly number[]): boolean {
  const digits = bloom.length - 2;
  return bits.every((bit) => {
    const digit = Number.parseInt(bloom.charAt(2 + digits - 1 - (bit >> 2)), 16);
    return ((digit >> (bit & 3)) & 1) === 1;
  });
}

/** An absent or all-zero bloom proves nothing: nodes that do not compute them serve zeros. */
export const isBloom = (bloom: string): boolean => /^0x[0-9a-f]{512}$/i.test(bloom);
