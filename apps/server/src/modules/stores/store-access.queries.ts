import type { ApiScope } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/db';
import type { ApiKeyId, StoreId, UserId } from '../../platform/id-types';

export type StoreByKey = {
  readonly storeId: StoreId;
  readonly userId: UserId | null;
  readonly invoiceExpiryMinutes: number;
  readonly sharesAddresses: boolean;
  readonly ownerSince: Date;
  readonly active: boolean;
};

/** Of `stores s left join users u`. The platform's store has no owner; the trial does not apply there. */
export const STORE_COLUMNS = sql`
  s.id as "storeId", s.user_id as "userId", s.invoice_expiry_minutes as "invoiceExpiryMinutes", s.shares_addresses as "sharesAddresses",
  coalesce(u.created_at, s.created_at) as "ownerSince"`;

/** An additional key, with what restricts it. */
export type ScopedKey = {
  readonly keyId: ApiKeyId;
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  /** When it was revoked or expires. */
  readonly endsAt: Date | null;
  readonly lastUsedAt: Date | null;
};

export type StoreOfKey = StoreByKey & {
  /** From where the key is accepted; empty: from everywhere. */
  readonly allowedIps: readonly string[];
  /** Absent: the store's main key. */
  readonly key?: ScopedKey;
};

/** The same store for one of its additional keys, in one statement as well. */
export async function findStoreByScopedKey(tx: Queryable, fingerprint: Buffer): Promise<StoreOfKey | undefined> {
  const { rows } = await sql<Omit<StoreOfKey, 'key'> & ScopedKey>`
    select ${STORE_COLUMNS}, s.status = 'Active' and u.disabled_at is null as active,
           k.id as "keyId", k.name, k.scopes, k.allowed_ips as "allowedIps", least(k.revoked_at, k.expires_at) as "endsAt", k.last_used_at as "lastUsedAt"
      from api_keys k join stores s on s.id = k.store_id left join users u on u.id = s.user_id
     where k.fingerprint = ${fingerprint} and s.deleted_at is null`.execute(tx);
  if (rows[0] === undefined) return undefined;
  const { keyId, name, scopes, endsAt, lastUsedAt, ...store } = rows[0];
  return { ...store, key: { keyId, name, scopes, endsAt, lastUsedAt } };
}

export async function findStoreByMainKey(tx: Queryable, fingerprint: Buffer): Promise<StoreOfKey | undefined> {
  const { rows } = await sql<StoreOfKey>`
    select ${STORE_COLUMNS}, s.allowed_ips as "allowedIps", s.status = 'Active' and u.disabled_at is null as active
      from stores s left join users u on u.id = s.user_id
     where s.api_key_fingerprint = ${fingerprint}`.execute(tx);
  return rows[0];
}

/** The same for a store named by its owner. */
export async function findStoreOfOwner(tx: Queryable, userId: UserId | null, storeId: StoreId): Promise<StoreByKey | undefined> {
  const { rows } = await sql<StoreByKey>`
    select ${STORE_COLUMNS}, s.status = 'Active' as active
      from stores s left join users u on u.id = s.user_id
     where s.user_id is not distinct from ${userId} and s.id = ${storeId} and s.deleted_at is null`.execute(tx);
  return rows[0];
}

/** Whether another gateway watches the addresses of the store, which may be deleted: its invoices still end. */
export async function findSharing(tx: Queryable, storeId: StoreId): Promise<boolean> {
  const store = await tx.selectFrom('stores').select('shares_addresses').where('id', '=', storeId).executeTakeFirst();
  return store?.shares_addresses === true;
}

export type SigningSecrets = {
  readonly merchantId: string;
  readonly apiKeySealed: Buffer | null;
  readonly keyInCallbacks: boolean;
  readonly current: Buffer;
  readonly previous: Buffer | null;
  readonly previousUntil: Date | null;
  readonly epusdtTokenSealed: Buffer | null;
};

/** For callbacks: includes deleted stores, whose open invoices still end. */
export async function findSigningSecrets(tx: Queryable, storeId: StoreId): Promise<SigningSecrets | undefined> {
  return tx
    .selectFrom('stores')
    .leftJoin('store_epusdt', 'store_epusdt.store_id', 'stores.id')
    .select([
      'merchant_id as merchantId',
      'api_key_sealed as apiKeySealed',
      'key_in_callbacks as keyInCallbacks',
      'callback_secret_sealed as current',
      'previous_callback_secret_sealed as previous',
      'previous_callback_secret_until as previousUntil',
      'store_epusdt.token_sealed as epusdtTokenSealed',
    ])
    .where('stores.id', '=', storeId)
    .executeTakeFirst();
}

/** Stores whose name contains this text; a user has few, so this needs no index. Includes deleted ones: their invoices are listed. */
export async function findStoreIdsByName(tx: Queryable, userId: UserId, text: string): Promise<StoreId[]> {
  const { rows } = await sql<{ id: StoreId }>`
    select id from stores where user_id = ${userId} and position(lower(${text}) in lower(name)) > 0`.execute(tx);
  return rows.map(({ id }) => id);
}

export type ReceivingAddress = { readonly family: string; readonly key: string };

/** Without duplicates, also when several networks share an address; undefined when the store is not the owner's. */
export async function listStoreAddresses(tx: Queryable, ownerId: UserId | null, storeId: StoreId): Promise<ReceivingAddress[] | undefined> {
  const { rows } = await sql<{ family: string | null; key: string }>`
    select distinct w.family, w.address_key as key from stores s left join store_wallets w on w.store_id = s.id
     where s.id = ${storeId} and s.user_id is not distinct from ${ownerId} and s.deleted_at is null`.execute(tx);
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ family, key }) => (family === null ? [] : [{ family, key }]));
}

/** Stores that receive at these addresses now, by `family:key`. */
export async function listStoreNamesAt(tx: Queryable, addresses: readonly ReceivingAddress[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ place: string; names: string[] }>`
    select w.family || ':' || w.address_key as place, array_agg(distinct s.name order by s.name) as names
      from store_wallets w join stores s on s.id = w.store_id
     where (w.family, w.address_key) in (select * from unnest(${addresses.map(({ family }) => family)}::text[], ${addresses.map(({ key }) => key)}::text[]))
     group by 1`.execute(tx);
  return new Map(rows.map(({ place, names }) => [place, names]));
}
