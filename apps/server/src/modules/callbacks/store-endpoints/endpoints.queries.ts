import type { InvoiceEvent } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/db';
import type { EndpointId, StoreId, UserId } from '../../../platform/id-types';
import type { ChosenEndpoint } from './endpoints.domain';

/** One statement for all stores of a batch, inside the transaction that changes their invoices. */
export async function listChosenEndpoints(tx: Queryable, storeIds: readonly StoreId[]): Promise<ChosenEndpoint[]> {
  const { rows } = await sql<ChosenEndpoint>`
    select e.id, e.store_id as "storeId", e.url, e.version, e.events, e.enabled, s.merchant_id as "merchantId"
      from store_endpoints e join stores s on s.id = e.store_id
     where e.store_id = any(${storeIds}::text[]) and e.removed_at is null order by e.id`.execute(tx);
  return rows;
}

export type EndpointRecord = {
  readonly id: EndpointId;
  readonly url: string | null;
  readonly version: number;
  readonly events: InvoiceEvent[];
  readonly enabled: boolean;
  readonly secretSealed: Buffer | null;
  readonly previousSealed: Buffer | null;
  readonly previousUntil: Date | null;
  readonly createdAt: Date;
};
const COLUMNS = sql`
  e.id, e.url, e.version, e.events, e.enabled, e.secret_sealed as "secretSealed", e.previous_secret_sealed as "previousSealed",
  e.previous_secret_until as "previousUntil", e.created_at as "createdAt"`;

/** In the order they were added. */
export async function listEndpoints(tx: Queryable, storeId: StoreId): Promise<EndpointRecord[]> {
  const { rows } = await sql<EndpointRecord>`
    select ${COLUMNS} from store_endpoints e where e.store_id = ${storeId} and e.removed_at is null order by e.id`.execute(tx);
  return rows;
}

export type EndpointWithSecret = Pick<EndpointRecord, 'id'> & { readonly storeId: StoreId };

/** The callback_url of each invoice has the store's secret. */
export async function listWithSecret(tx: Queryable, storeIds: readonly StoreId[]): Promise<EndpointWithSecret[]> {
  const { rows } = await sql<EndpointWithSecret>`
    select e.id, e.store_id as "storeId" from store_endpoints e
     where e.store_id = any(${storeIds}::text[]) and e.secret_sealed is not null and e.removed_at is null`.execute(tx);
  return rows;
}

/** Of the store, and not removed. */
export async function findEndpoint(tx: Queryable, storeId: StoreId, id: EndpointId): Promise<EndpointRecord | undefined> {
  const { rows } = await sql<EndpointRecord>`
    select ${COLUMNS} from store_endpoints e where e.store_id = ${storeId} and e.id = ${id} and e.removed_at is null`.execute(tx);
  return rows[0];
}

export type OwnEndpoint = EndpointRecord & { readonly storeId: StoreId; readonly storeName: string; readonly isRemoved: boolean };

/** Also removed ones; of an account's stores that were not deleted. Their rows stay locked. */
export async function lockEndpointsOf(tx: Tx, userId: UserId, ids: readonly string[]): Promise<OwnEndpoint[]> {
  const { rows } = await sql<OwnEndpoint>`
    select ${COLUMNS}, e.store_id as "storeId", s.name as "storeName", e.removed_at is not null as "isRemoved"
      from store_endpoints e join stores s on s.id = e.store_id
     where s.user_id = ${userId} and s.deleted_at is null and e.id = any(${ids}::text[]) order by e.id for no key update of e`.execute(tx);
  return rows;
}

/** Two calls at once count each other's. */
export async function lockStoreEndpoints(tx: Tx, storeId: StoreId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('store-endpoints:' || ${storeId}, 0))`.execute(tx);
}

export type EndpointValues = Pick<EndpointRecord, 'url' | 'version' | 'enabled'> & { readonly events: readonly InvoiceEvent[] };

export async function insertEndpoint(
  tx: Tx,
  endpoint: EndpointValues & {
    readonly id: EndpointId;
    readonly storeId: StoreId;
    readonly secretSealed: Buffer | null;
    readonly createdAt: Date;
  },
): Promise<void> {
  await tx
    .insertInto('store_endpoints')
    .values({
      id: endpoint.id,
      store_id: endpoint.storeId,
      url: endpoint.url,
      version: endpoint.version,
      events: [...endpoint.events],
      enabled: endpoint.enabled,
      secret_sealed: endpoint.secretSealed,
      created_at: endpoint.createdAt,
    })
    .execute();
}

export async function updateEndpoint(tx: Tx, id: EndpointId, { url, version, events, enabled }: EndpointValues): Promise<void> {
  await tx
    .updateTable('store_endpoints')
    .set({ url, version, events: [...events], enabled })
    .where('id', '=', id)
    .execute();
}

/** `now` null: it is there again. */
export async function removeEndpoint(tx: Tx, id: EndpointId, now: Date | null): Promise<void> {
  await tx.updateTable('store_endpoints').set({ removed_at: now }).where('id', '=', id).execute();
}

export async function replaceEndpointSecret(tx: Tx, id: EndpointId, sealed: Buffer, oldUntil: Date): Promise<void> {
  await sql`
    update store_endpoints set previous_secret_sealed = secret_sealed, previous_secret_until = ${oldUntil}, secret_sealed = ${sealed}
     where id = ${id}`.execute(tx);
}
