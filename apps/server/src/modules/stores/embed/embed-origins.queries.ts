import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/db';
import type { StoreId, UserId } from '../../../platform/id-types';

export type EmbedRecord = { readonly name: string; readonly origins: readonly string[] };

export async function findEmbed(tx: Queryable, userId: UserId, storeId: StoreId, lock = false): Promise<EmbedRecord | undefined> {
  const { rows } = await sql<EmbedRecord>`
    select name, embed_origins as origins from stores where user_id = ${userId} and id = ${storeId} and deleted_at is null
    ${lock ? sql`for no key update` : sql``}`.execute(tx);
  return rows[0];
}

export async function saveEmbedOrigins(tx: Tx, storeId: StoreId, origins: readonly string[]): Promise<void> {
  await sql`update stores set embed_origins = ${[...origins]}::text[] where id = ${storeId}`.execute(tx);
}
