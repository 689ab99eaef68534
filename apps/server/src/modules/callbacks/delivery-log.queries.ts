import type { InvoiceEvent } from '@stablegate/contract';
import { sql } from 'kysely';
import { assertDefined } from '../../platform/assert';
import type { Queryable, Tx } from '../../platform/db/db';
import type { DeliveryId, EndpointId, InvoiceId, StoreId } from '../../platform/id-types';
import { type FixedBody, LOCKED_COLUMNS, type LockedDelivery } from './callbacks.queries';

export type LoggedDelivery = {
  readonly id: DeliveryId;
  readonly webhookId: string;
  readonly invoiceId: InvoiceId;
  readonly event: InvoiceEvent;
  readonly occurrence: number;
  readonly endpointId: EndpointId | null;
  readonly url: string;
  readonly version: number;
  readonly body: FixedBody;
  readonly outcome: 'delivered' | 'superseded' | 'dead' | null;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly dueAt: Date;
  readonly lastAt: Date | null;
  readonly lastOutcome: string | null;
  readonly httpStatus: number | null;
  readonly durationMs: number | null;
  readonly response: string | null;
};
type Filter = {
  readonly outcome: 'waiting' | 'delivered' | 'superseded' | 'dead' | undefined;
  readonly event: InvoiceEvent | undefined;
  readonly before: string | undefined;
  readonly limit: number;
};

/** Newest first; ids sort by time. */
export async function listDeliveries(db: Queryable, storeId: StoreId, filter: Filter): Promise<LoggedDelivery[]> {
  const { outcome = null, event = null, before = null, limit } = filter;
  const { rows } = await sql<LoggedDelivery>`
    select d.id, coalesce(d.webhook_id, d.id) as "webhookId", d.invoice_id as "invoiceId", d.event, d.occurrence, d.endpoint_id as "endpointId", d.url, d.version, d.body, d.outcome, d.attempts, d.created_at as "createdAt",
           greatest(d.due_at, e.paused_until) as "dueAt", a.at as "lastAt", a.outcome as "lastOutcome", a.http_status as "httpStatus",
           a.duration_ms as "durationMs", a.response
      from callback_deliveries d
      left join callback_endpoints e on e.endpoint = d.endpoint
      left join lateral (
        select l.at, l.outcome, l.http_status, l.duration_ms, l.response from callback_attempts l
         where l.delivery_id = d.id and l.at > d.created_at - interval '1 day' order by l.id desc limit 1) a on true
     where d.store_id = ${storeId} and (${before}::text is null or d.id < ${before}) and (${event}::text is null or d.event = ${event})
       and (${outcome}::text is null or coalesce(d.outcome, 'waiting') = ${outcome})
     order by d.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findInvoiceOf(db: Queryable, storeId: StoreId, id: DeliveryId): Promise<InvoiceId | undefined> {
  const { rows } = await sql<{ invoiceId: InvoiceId }>`
    select invoice_id as "invoiceId" from callback_deliveries where id = ${id} and store_id = ${storeId}`.execute(db);
  return rows[0]?.invoiceId;
}

/** Of an invoice that the caller has locked: never the other way round. */
export async function lockDelivery(tx: Tx, id: DeliveryId): Promise<LockedDelivery> {
  const { rows } =
    await sql<LockedDelivery>`select ${LOCKED_COLUMNS} from callback_deliveries d where d.id = ${id} for no key update of d`.execute(tx);
  return assertDefined(rows[0], `the callback ${id}`);
}
