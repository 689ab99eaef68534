const HEAD = 6;
const TAIL = 4;

/** Users compare the first 6 and the last 4 characters with their wallet: these are highlighted. */
export function addressParts(address: string): { head: string; middle: string; tail: string } {
  if (address.length <= HEAD + TAIL) return { head: address, middle: '', tail: '' };
  return { head: address.slice(0, HEAD), middle: address.slice(HEAD, -TAIL), tail: address.slice(-TAIL) };
}

/** Ids and hashes keep both ends. */
export const shortened = (id: string): string => (id.length > 20 ? `${id.slice(0, 10)}…${id.slice(-6)}` : id);
