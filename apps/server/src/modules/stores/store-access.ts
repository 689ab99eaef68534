import { MAIN_KEY } from '@stablegate/contract';
import { isInRanges } from '@stablegate/rules';
import { AppError } from '../../platform/app-error';
import type { Clocks } from '../../platform/clock';
import type { Db, Queryable } from '../../platform/db/db';
import type { StoreId, UserId } from '../../platform/id-types';
import type { Logger } from '../../platform/log';
import type { StoreCall, StorePrincipal } from '../../platform/principal';
import type { SecretBox } from '../../platform/secrets/crypto';
import { noteApiKeyUse } from './keys/api-keys.queries';
import { isScopedKey } from './keys/scoped-key';
import {
  findStoreByMainKey,
  findStoreByScopedKey,
  findStoreOfOwner,
  type ScopedKey,
  type StoreByKey,
  type StoreOfKey,
} from './store-access.queries';
import { apiKeyFingerprint } from './store-secrets';

const KEPT_MS = 1_000; // a revoked key stops within this, even without a notification
const STORES_MAX = 10_000; // about 3 MB
const USE_NOTED_MS = 60_000;
/** As the audit log calls a store's own key. */
const MAIN_KEY_NAME = 'Main key';
const API_KEY_PATTERN = /^sk_[A-Za-z0-9]{32}$/;

type Entry = { readonly store: StoreOfKey; readonly readAt: number; useNotedAt: Date | null };

export type StoreAccess = {
  authenticate(apiKey: string | string[] | undefined, call: StoreCall): Promise<StorePrincipal>;
  forget(): void;
};

export function principalOf(
  { active, storeId, userId, invoiceExpiryMinutes, sharesAddresses, ownerSince }: StoreByKey,
  hasMainKey: boolean,
): StorePrincipal {
  if (!active) throw new AppError('store_inactive');
  return { storeId, userId, hasMainKey, invoiceExpiryMinutes, sharesAddresses, ownerSince };
}

/** The main key has no end and every scope. */
function checkCall({ key, allowedIps }: StoreOfKey, { scope, ip }: StoreCall, now: Date): void {
  if (key !== undefined && key.endsAt !== null && key.endsAt <= now) throw new AppError('api_key_ended');
  if (allowedIps.length > 0 && !isInRanges(ip, allowedIps)) throw new AppError('key_address_not_allowed');
  if (key === undefined || (scope !== undefined && key.scopes.includes(scope))) return;
  throw new AppError('missing_scope', { message: `This API key lacks the permission "${scope}".`, details: { scope } });
}

type AccessDeps = {
  readonly db: Db;
  readonly secrets: SecretBox;
  readonly clocks: Clocks;
  readonly log: Logger;
  readonly now?: () => number;
};

/** The store of a key, cached for a second: looking it up takes longer than anything else in a small call. */
export function createStoreAccess(deps: AccessDeps): StoreAccess {
  const now = deps.now ?? (() => performance.now());
  const known = new Map<string, Entry>();

  async function read(apiKey: string | string[] | undefined): Promise<Entry> {
    const isScoped = typeof apiKey === 'string' && isScopedKey(apiKey);
    if (typeof apiKey !== 'string' || !(isScoped || API_KEY_PATTERN.test(apiKey))) throw new AppError('invalid_api_key');
    const fingerprint = apiKeyFingerprint(deps.secrets, apiKey);
    const id = fingerprint.toString('base64');
    const found = known.get(id);
    const readAt = now(); // before reading: the result may already be a moment old
    if (found !== undefined && readAt - found.readAt < KEPT_MS) return found;
    known.delete(id);
    const store = await (isScoped ? findStoreByScopedKey : findStoreByMainKey)(deps.db.query, fingerprint);
    if (store === undefined) throw new AppError('invalid_api_key');
    if (known.size >= STORES_MAX) known.clear();
    const entry = { store, readAt, useNotedAt: store.key?.lastUsedAt ?? null };
    known.set(id, entry);
    return entry;
  }

  /** Not awaited: no call waits for it, and a lost minute matters to nobody. */
  function noteUse(entry: Entry, { keyId }: ScopedKey, at: Date): void {
    const notSince = new Date(at.getTime() - USE_NOTED_MS);
    if (entry.useNotedAt !== null && entry.useNotedAt > notSince) return;
    entry.useNotedAt = at;
    noteApiKeyUse(deps.db.query, keyId, at, notSince).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'a use of a key was not noted'),
    );
  }

  return {
    authenticate: async (apiKey, call) => {
      const entry = await read(apiKey);
      const { key, storeId } = entry.store;
      call.foundKey?.({ storeId, key: key?.keyId ?? MAIN_KEY });
      const at = deps.clocks.real.now();
      checkCall(entry.store, call, at);
      if (key === undefined) return { ...principalOf(entry.store, true), keyName: MAIN_KEY_NAME };
      noteUse(entry, key, at);
      return { ...principalOf(entry.store, false), keyName: key.name };
    },
    forget: () => known.clear(),
  };
}

/** A store that its owner selects on screen; without a user, the platform's. */
export async function getOwnStore(db: Queryable, userId: UserId | null, storeId: StoreId): Promise<StorePrincipal> {
  const store = await findStoreOfOwner(db, userId, storeId);
  if (store === undefined) throw new AppError('not_found');
  return principalOf(store, false);
}
