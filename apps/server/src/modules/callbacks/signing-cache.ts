import type { StoreService } from '../stores/stores.service';

type ReadSigning = StoreService['readSigningSecrets'];

const KEPT_MS = 1_000; // a replaced key or secret is out of use within this
const STORES_MAX = 10_000;

/** A busy store's key and secrets are read and decrypted once a second, not per callback. */
export function createSigningCache(read: ReadSigning): ReadSigning {
  const known = new Map<string, { readonly signing: ReturnType<ReadSigning>; readonly readAt: number }>();
  return (storeId) => {
    const now = performance.now();
    const found = known.get(storeId);
    if (found !== undefined && now - found.readAt < KEPT_MS) return found.signing;
    if (known.size >= STORES_MAX) known.clear();
    const signing = read(storeId);
    known.set(storeId, { signing, readAt: now });
    return signing;
  };
}
