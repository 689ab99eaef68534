import type { Signed, Signing } from './read-signing';

type ReadSigning = (signed: Signed) => Promise<Signing | undefined>;

const KEPT_MS = 1_000; // a replaced key or secret is out of use within this
const ENTRIES_MAX = 10_000;

/** The key and secrets of a busy endpoint are read and decrypted once a second, not per callback. */
export function createSigningCache(read: ReadSigning): ReadSigning {
  const known = new Map<string, { readonly signing: ReturnType<ReadSigning>; readonly readAt: number }>();
  return ({ storeId, endpointId }) => {
    const now = performance.now();
    const place = `${storeId} ${endpointId ?? ''}`;
    const found = known.get(place);
    if (found !== undefined && now - found.readAt < KEPT_MS) return found.signing;
    if (known.size >= ENTRIES_MAX) known.clear();
    const signing = read({ storeId, endpointId });
    known.set(place, { signing, readAt: now });
    return signing;
  };
}
