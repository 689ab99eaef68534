import { AppError } from '../../platform/app-error';
import type { Db } from '../../platform/db/db';
import type { StoreId, UserId } from '../../platform/id-types';
import type { StorePrincipal } from '../../platform/principal';
import type { SecretBox } from '../../platform/secrets/crypto';
import { findStoreByKey, findStoreOfOwner, type StoreByKey } from './store-access.queries';
import { apiKeyFingerprint } from './store-secrets';

const KEPT_MS = 1_000; // a revoked key stops within this, even without a notification
const STORES_MAX = 10_000; // about 3 MB
const API_KEY_PATTERN = /^sk_[A-Za-z0-9]{32}$/;

type Entry = { readonly store: StoreByKey; readonly readAt: number };

export type StoreAccess = {
  authenticate(apiKey: string | string[] | undefined): Promise<StorePrincipal>;
  forget(): void;
};

function principalOf({ active, ...store }: StoreByKey): StorePrincipal {
  if (!active) throw new AppError('store_inactive');
  return store;
}

/** The store of a key, cached for a second: looking it up takes longer than anything else in a small call. */
export function createStoreAccess(deps: { db: Db; secrets: SecretBox; now?: () => number }): StoreAccess {
  const now = deps.now ?? (() => performance.now());
  const known = new Map<string, Entry>();

  return {
    authenticate: async (apiKey) => {
      if (typeof apiKey !== 'string' || !API_KEY_PATTERN.test(apiKey)) throw new AppError('invalid_api_key');
      const fingerprint = apiKeyFingerprint(deps.secrets, apiKey);
      const id = fingerprint.toString('base64');
      const entry = known.get(id);
      const readAt = now(); // before reading: the result may already be a moment old
      if (entry !== undefined && readAt - entry.readAt < KEPT_MS) return principalOf(entry.store);
      known.delete(id);
      const store = await findStoreByKey(deps.db.query, fingerprint);
      if (store === undefined) throw new AppError('invalid_api_key');
      if (known.size >= STORES_MAX) known.clear();
      known.set(id, { store, readAt });
      return principalOf(store);
    },
    forget: () => known.clear(),
  };
}

/** A store that its owner selects on screen; without a user, the platform's. */
export async function getOwnStore(deps: { db: Db }, userId: UserId | null, storeId: StoreId): Promise<StorePrincipal> {
  const store = await findStoreOfOwner(deps.db.query, userId, storeId);
  if (store === undefined) throw new AppError('not_found');
  return principalOf(store);
}
