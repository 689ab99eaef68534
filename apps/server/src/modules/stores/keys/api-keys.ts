import type { ApiKey, ApiScope, NewApiKey } from '@stablegate/contract';
import { DAY_MS } from '@stablegate/rules';
import { AppError } from '../../../platform/app-error';
import { recordAudit } from '../../../platform/audit';
import { afterCommit, type Tx } from '../../../platform/db/db';
import { type ApiKeyId, asApiKeyId, type StoreId, type UserId } from '../../../platform/id-types';
import { newId } from '../../../platform/ids';
import { checkRanges } from '../../../platform/net/address-ranges';
import type { Author } from '../../../platform/principal';
import { noteNothingChanged } from '../../../platform/request-author';
import { apiKeyFingerprint, newScopedKey } from '../store-secrets';
import type { StoreDeps } from '../stores.deps';
import { findStore, type StoreRecord, setAllowedIps } from '../stores.queries';
import { endAfterRoll, expiryAfterRoll, stateOfKey } from './api-keys.domain';
import { type ApiKeyRecord, countWorkingKeys, endApiKey, findApiKey, insertApiKey, listApiKeys } from './api-keys.queries';

const KEYS_MAX = 20;
const ENDED_SHOWN_MS = 30 * DAY_MS;

function toWire({ storeId: _store, revokedAt, ...key }: ApiKeyRecord, now: Date): ApiKey {
  return {
    ...key,
    state: stateOfKey({ ...key, revokedAt }, now),
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  };
}

export async function listKeys(deps: StoreDeps, userId: UserId, storeId: StoreId): Promise<ApiKey[]> {
  if ((await findStore(deps.db.query, userId, storeId)) === undefined) throw new AppError('not_found');
  const now = deps.clocks.real.now();
  const keys = await listApiKeys(deps.db.query, storeId, new Date(now.getTime() - ENDED_SHOWN_MS));
  return keys.map((key) => toWire(key, now));
}

/** Locked, so that two calls at once do not exceed the limit of keys. */
async function lockOwnStore(tx: Tx, { userId }: Author, storeId: StoreId): Promise<StoreRecord> {
  const store = await findStore(tx, userId, storeId, { lock: true });
  if (store === undefined) throw new AppError('not_found');
  return store;
}

type KeyShape = { readonly name: string; readonly scopes: ApiScope[]; readonly allowedIps: string[]; readonly expiresAt: Date | null };
type NewKey = KeyShape & { readonly storeId: StoreId; readonly createdAt: Date };

async function addKey(deps: StoreDeps, tx: Tx, { userId }: Author, shape: NewKey): Promise<NewApiKey> {
  const apiKey = newScopedKey();
  const key = { ...shape, id: newId('apiKey', shape.createdAt), lastFour: apiKey.slice(-4) };
  await insertApiKey(tx, { ...key, fingerprint: apiKeyFingerprint(deps.secrets, apiKey), createdBy: userId });
  return { ...toWire({ ...key, lastUsedAt: null, replacedBy: null, revokedAt: null }, shape.createdAt), apiKey };
}

/** Only the end of it is known. */
const shortened = ({ lastFour }: Pick<ApiKeyRecord, 'lastFour'>): string => `sk_…${lastFour}`;

export type KeyInput = {
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  readonly allowedIps?: readonly string[] | undefined;
  readonly expiresInDays?: number | null | undefined;
};

export async function createKey(deps: StoreDeps, author: Author, storeId: StoreId, input: KeyInput): Promise<NewApiKey> {
  const createdAt = deps.clocks.real.now();
  const shape: NewKey = {
    storeId,
    createdAt,
    name: input.name,
    scopes: [...new Set(input.scopes)],
    allowedIps: checkRanges('allowedIps', input.allowedIps ?? []),
    expiresAt: typeof input.expiresInDays === 'number' ? new Date(createdAt.getTime() + input.expiresInDays * DAY_MS) : null,
  };
  const made = await deps.db.transaction(async (tx) => {
    const store = await lockOwnStore(tx, author, storeId);
    if ((await countWorkingKeys(tx, storeId, createdAt)) >= KEYS_MAX) throw new AppError('too_many_api_keys');
    const key = await addKey(deps, tx, author, shape);
    const after = { apiKey: key.apiKey, scopes: key.scopes.join(', '), allowedIps: key.allowedIps.join(', ') };
    const detail = { store: store.name, name: key.name };
    await recordAudit(deps.outbox, tx, author, { action: 'api-key.created', subject: key.id, detail, after });
    return key;
  });
  deps.log.info({ userId: author.userId, storeId, keyId: made.id, scopes: made.scopes }, 'API key created');
  return made;
}

export type KeyPlace = { readonly storeId: StoreId; readonly keyId: ApiKeyId };

async function lockKey(tx: Tx, author: Author, { storeId, keyId }: KeyPlace): Promise<{ store: StoreRecord; key: ApiKeyRecord }> {
  const store = await lockOwnStore(tx, author, storeId);
  const key = await findApiKey(tx, storeId, keyId);
  if (key === undefined) throw new AppError('not_found');
  return { store, key };
}

export async function rollKey(deps: StoreDeps, author: Author, place: KeyPlace, keepOldHours: number): Promise<NewApiKey> {
  const made = await deps.db.transaction(async (tx) => {
    const now = deps.clocks.real.now();
    const { store, key: old } = await lockKey(tx, author, place);
    if (stateOfKey(old, now) !== 'active') throw new AppError('api_key_not_active');
    const { storeId, name, scopes, allowedIps } = old;
    const shape = { storeId, name, scopes, allowedIps, expiresAt: expiryAfterRoll(old, now), createdAt: now };
    const next = await addKey(deps, tx, author, shape);
    await endApiKey(tx, old.id, { replacedBy: asApiKeyId(next.id), expiresAt: endAfterRoll(old, now, keepOldHours) });
    const change = { detail: { store: store.name, name }, before: { apiKey: shortened(old) }, after: { apiKey: next.apiKey } };
    await recordAudit(deps.outbox, tx, author, { action: 'api-key.rolled', subject: old.id, ...change });
    afterCommit(tx, deps.announceChange);
    return next;
  });
  deps.log.info({ userId: author.userId, ...place, replacedBy: made.id, keepOldHours }, 'API key rolled');
  return made;
}

export async function revokeKey(deps: StoreDeps, author: Author, place: KeyPlace): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clocks.real.now();
    const { store, key } = await lockKey(tx, author, place);
    const state = stateOfKey(key, now);
    if (state !== 'active' && state !== 'ending') return noteNothingChanged();
    await endApiKey(tx, key.id, { revokedAt: now });
    const change = { detail: { store: store.name, name: key.name }, before: { apiKey: shortened(key) } };
    await recordAudit(deps.outbox, tx, author, { action: 'api-key.revoked', subject: key.id, ...change });
    afterCommit(tx, deps.announceChange);
  });
  deps.log.info({ userId: author.userId, ...place }, 'API key revoked');
}

/** From where the store's main key is accepted. */
export async function restrictMainKey(deps: StoreDeps, author: Author, storeId: StoreId, given: readonly string[]) {
  const allowedIps = checkRanges('allowedIps', given);
  await deps.db.transaction(async (tx) => {
    const store = await lockOwnStore(tx, author, storeId);
    const [before, after] = [store.allowedIps.join(', '), allowedIps.join(', ')];
    if (before === after) return noteNothingChanged();
    await setAllowedIps(tx, author.userId, storeId, allowedIps);
    await recordAudit(deps.outbox, tx, author, {
      action: 'api-key.restricted',
      subject: storeId,
      detail: { store: store.name },
      before: { allowedIps: before },
      after: { allowedIps: after },
    });
    afterCommit(tx, deps.announceChange);
  });
  return { allowedIps };
}
