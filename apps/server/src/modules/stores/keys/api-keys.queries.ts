import type { ApiScope } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/db';
import type { ApiKeyId, StoreId, UserId } from '../../../platform/id-types';

export type ApiKeyRecord = {
  readonly id: ApiKeyId;
  readonly storeId: StoreId;
  readonly name: string;
  readonly lastFour: string;
  readonly scopes: ApiScope[];
  readonly allowedIps: string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly replacedBy: ApiKeyId | null;
  readonly revokedAt: Date | null;
};

const COLUMNS = sql`
  k.id, k.store_id as "storeId", k.name, k.last_four as "lastFour", k.scopes, k.allowed_ips as "allowedIps", k.created_at as "createdAt",
  k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt", k.replaced_by as "replacedBy", k.revoked_at as "revokedAt"`;

/** Without those that ended before. */
export async function listApiKeys(tx: Queryable, storeId: StoreId, endedBefore: Date): Promise<ApiKeyRecord[]> {
  const { rows } = await sql<ApiKeyRecord>`
    select ${COLUMNS} from api_keys k
     where k.store_id = ${storeId} and coalesce(least(k.revoked_at, k.expires_at), 'infinity') > ${endedBefore}
     order by k.id desc`.execute(tx);
  return rows;
}

/** The caller holds the lock on the store. */
export async function findApiKey(tx: Tx, storeId: StoreId, id: ApiKeyId): Promise<ApiKeyRecord | undefined> {
  const { rows } = await sql<ApiKeyRecord>`select ${COLUMNS} from api_keys k where k.store_id = ${storeId} and k.id = ${id}`.execute(tx);
  return rows[0];
}

export type MadeKey = ApiKeyRecord & { readonly storeName: string };

/** Of an account: those with these ids, and those that replaced a rolled one. */
export async function lockKeysMadeBy(
  tx: Tx,
  userId: UserId,
  { created, rolled }: { readonly created: readonly string[]; readonly rolled: readonly string[] },
): Promise<MadeKey[]> {
  const { rows } = await sql<MadeKey>`
    select ${COLUMNS}, s.name as "storeName" from api_keys k join stores s on s.id = k.store_id
     where s.user_id = ${userId} and s.deleted_at is null
       and (k.id = any(${created}::text[]) or k.id in (select replaced_by from api_keys where id = any(${rolled}::text[])))
     order by k.id for no key update of k`.execute(tx);
  return rows;
}

export async function countWorkingKeys(tx: Tx, storeId: StoreId, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from api_keys
     where store_id = ${storeId} and revoked_at is null and (expires_at is null or expires_at > ${now})`.execute(tx);
  return rows[0]?.count ?? 0;
}

export type NewKeyRow = Omit<ApiKeyRecord, 'lastUsedAt' | 'replacedBy' | 'revokedAt'> & {
  readonly fingerprint: Buffer;
  readonly createdBy: UserId;
};

export async function insertApiKey(tx: Tx, key: NewKeyRow): Promise<void> {
  await tx
    .insertInto('api_keys')
    .values({
      id: key.id,
      store_id: key.storeId,
      name: key.name,
      fingerprint: key.fingerprint,
      last_four: key.lastFour,
      scopes: key.scopes,
      allowed_ips: key.allowedIps,
      created_by: key.createdBy,
      created_at: key.createdAt,
      expires_at: key.expiresAt,
    })
    .execute();
}

export async function endApiKey(tx: Tx, id: ApiKeyId, end: { replacedBy: ApiKeyId; expiresAt: Date } | { revokedAt: Date }): Promise<void> {
  const set = 'revokedAt' in end ? { revoked_at: end.revokedAt } : { replaced_by: end.replacedBy, expires_at: end.expiresAt };
  await tx.updateTable('api_keys').set(set).where('id', '=', id).execute();
}

/** Two processes may note the same minute: the second changes nothing. */
export async function noteApiKeyUse(tx: Queryable, id: ApiKeyId, now: Date, notSince: Date): Promise<void> {
  await sql`
    update api_keys set last_used_at = ${now}
     where id = ${id} and (last_used_at is null or last_used_at <= ${notSince})`.execute(tx);
}
