/** What a browser hashes (SHA-256) with numbers from 0 on until the hash begins with so many zero bits. */
export const workText = (challenge: string, nonce: string): string => `${challenge}.${nonce}`;

export function hasLeadingZeroBits(hash: Uint8Array, bits: number): boolean {
  const bytes = bits >> 3;
  for (let index = 0; index < bytes; index += 1) if (hash[index] !== 0) return false;
  const rest = bits & 7;
  return rest === 0 || (hash[bytes] ?? 0xff) >> (8 - rest) === 0;
}
