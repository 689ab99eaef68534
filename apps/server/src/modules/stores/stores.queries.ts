import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/db/db';
import type { StoreId, UserId } from '../../platform/id-types';

export type StoreRecord = {
  readonly id: StoreId;
  readonly userId: UserId | null;
  readonly name: string;
  readonly note: string | null;
  readonly merchantId: string;
  readonly status: string;
  readonly invoiceExpiryMinutes: number;
  readonly apiKeySealed: Buffer | null;
  readonly callbackSecretSealed: Buffer;
  /** Whether callbacks carry the API key, as specified. */
  readonly keyInCallbacks: boolean;
  /** Another gateway watches the addresses too. */
  readonly sharesAddresses: boolean;
  /** From where the main API key is accepted; empty: from everywhere. */
  readonly allowedIps: string[];
  readonly createdAt: Date;
  readonly hasAddress: boolean;
};

const COLUMNS = [
  'id',
  'user_id as userId',
  'name',
  'note',
  'merchant_id as merchantId',
  'status',
  'invoice_expiry_minutes as invoiceExpiryMinutes',
  'api_key_sealed as apiKeySealed',
  'callback_secret_sealed as callbackSecretSealed',
  'key_in_callbacks as keyInCallbacks',
  'shares_addresses as sharesAddresses',
  'allowed_ips as allowedIps',
  'created_at as createdAt',
  sql<boolean>`exists (select from store_wallets w where w.store_id = stores.id and w.active_from is null)`.as('hasAddress'),
] as const;

export const listStores = (tx: Queryable, userId: UserId): Promise<StoreRecord[]> =>
  tx.selectFrom('stores').select(COLUMNS).where('user_id', '=', userId).where('deleted_at', 'is', null).orderBy('id', 'desc').execute();

/** Of a user, or of the platform. */
export const findStore = (
  tx: Queryable,
  userId: UserId | null,
  id: StoreId,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<StoreRecord | undefined> =>
  tx
    .selectFrom('stores')
    .$if(lock, (stores) => stores.forNoKeyUpdate())
    .select(COLUMNS)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export const findStoreByMerchantId = (tx: Queryable, userId: UserId, merchantId: string): Promise<StoreRecord | undefined> =>
  tx
    .selectFrom('stores')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('merchant_id', '=', merchantId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export type NewStore = Omit<StoreRecord, 'status' | 'note' | 'hasAddress' | 'keyInCallbacks' | 'sharesAddresses' | 'allowedIps'> & {
  readonly apiKeyFingerprint: Buffer;
};

/** How many a user has; deleted ones do not count. Serialises the creations of one user, so that the limit holds. */
export async function countStores(tx: Tx, userId: UserId): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('stores:' || ${userId}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('stores')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertStore(tx: Queryable, store: NewStore): Promise<void> {
  await tx
    .insertInto('stores')
    .values({
      id: store.id,
      user_id: store.userId,
      name: store.name,
      merchant_id: store.merchantId,
      invoice_expiry_minutes: store.invoiceExpiryMinutes,
      api_key_sealed: store.apiKeySealed,
      api_key_fingerprint: store.apiKeyFingerprint,
      callback_secret_sealed: store.callbackSecretSealed,
      created_at: store.createdAt,
    })
    .execute();
}

export type StoreChanges = {
  readonly name: string;
  readonly note?: string | null | undefined;
  readonly invoiceExpiryMinutes?: number | undefined;
  readonly keyInCallbacks?: boolean | undefined;
  readonly sharesAddresses?: boolean | undefined;
};

export async function updateStore(tx: Queryable, userId: UserId, id: StoreId, changes: StoreChanges): Promise<StoreRecord | undefined> {
  return tx
    .updateTable('stores')
    .set({
      name: changes.name,
      ...(changes.note === undefined ? {} : { note: changes.note }),
      ...(changes.invoiceExpiryMinutes === undefined ? {} : { invoice_expiry_minutes: changes.invoiceExpiryMinutes }),
      ...(changes.keyInCallbacks === undefined ? {} : { key_in_callbacks: changes.keyInCallbacks }),
      ...(changes.sharesAddresses === undefined ? {} : { shares_addresses: changes.sharesAddresses }),
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Returns whether there was one to delete. Its key is deleted with it. */
export async function markStoreDeleted(tx: Tx, userId: UserId, id: StoreId, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('stores')
    .set({ deleted_at: now, api_key_fingerprint: null, api_key_sealed: null })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export type SealedKey = { readonly sealed: Buffer; readonly fingerprint: Buffer };

export async function replaceApiKey(tx: Tx, userId: UserId, id: StoreId, key: SealedKey): Promise<void> {
  await tx
    .updateTable('stores')
    .set({ api_key_sealed: key.sealed, api_key_fingerprint: key.fingerprint })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
}

export async function setAllowedIps(tx: Tx, userId: UserId, id: StoreId, allowedIps: string[]): Promise<void> {
  await tx
    .updateTable('stores')
    .set({ allowed_ips: allowedIps })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
}

/** The previous secret is kept with the time until which it still signs. */
export async function replaceCallbackSecret(tx: Tx, userId: UserId, id: StoreId, sealed: Buffer, oldUntil: Date): Promise<void> {
  await sql`
    update stores
       set previous_callback_secret_sealed = callback_secret_sealed, previous_callback_secret_until = ${oldUntil}, callback_secret_sealed = ${sealed}
     where user_id = ${userId} and id = ${id} and deleted_at is null`.execute(tx);
}
