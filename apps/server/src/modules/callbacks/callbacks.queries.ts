import type { InvoiceEvent } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/db/db';
import type { DeliveryId, EndpointId, InvoiceId, StoreId, UserId } from '../../platform/id-types';
import type { WebhookId } from './webhook-id';

/** Version 1: the part of the specified body that is fixed at the event. */
export type SpecifiedBody = {
  readonly request_id: string | null;
  readonly amount: string;
  readonly status: 'completed' | 'expired';
  readonly from_address: string | null;
  readonly trans_id: string;
  readonly trans_hash: string | null;
  /** Whoever caused it may have the store's main key. Absent in what was fixed before it was asked. */
  readonly withMainKey?: boolean;
};
/** Version 2 is kept as the text that is sent: the database would change the order of its fields. */
export type FixedBody = SpecifiedBody | EpusdtBody | string;
/** Version 3: the body of Epusdt's protocol, without its signature. */
export type EpusdtBody = {
  readonly trade_id: string;
  readonly order_id: string;
  readonly amount: number;
  readonly actual_amount: number;
  readonly token: string;
  readonly block_transaction_id: string;
  /** Paid. */
  readonly status: 2;
};
export type NewDelivery = {
  readonly invoiceId: InvoiceId;
  readonly storeId: StoreId;
  readonly userId: UserId | null;
  /** Null: the callback_url of the invoice. */
  readonly endpointId: EndpointId | null;
  readonly event: InvoiceEvent;
  readonly occurrence: number;
  readonly version: number;
  readonly url: string;
  readonly endpoint: string;
  readonly body: FixedBody;
};

export type IdentifiedDelivery = NewDelivery & { readonly id: DeliveryId; readonly webhookId: WebhookId };

/** Once per endpoint. An event the invoice already had (it expired, was nearly paid, expired again) is not sent twice. */
export async function insertDeliveries(tx: Tx, deliveries: readonly IdentifiedDelivery[], now: Date): Promise<void> {
  await sql`
    insert into callback_deliveries (id, invoice_id, store_id, user_id, endpoint_id, event, occurrence, version, url, endpoint, body, webhook_id, due_at, created_at)
    select n.id, n."invoiceId", n."storeId", n."userId", n."endpointId", n.event, n.occurrence, n.version, n.url, n.endpoint, n.body, n."webhookId", ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as n (id text, "invoiceId" text, "storeId" text, "userId" text,
           "endpointId" text, event text, occurrence integer, version integer, url text, endpoint text, body jsonb, "webhookId" text)
     order by n.id
    on conflict on constraint callback_deliveries_once do nothing`.execute(tx);
}

export type OfEvent = Pick<NewDelivery, 'invoiceId' | 'event'>;
const asRows = (events: readonly OfEvent[]) =>
  sql`(select distinct * from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as p ("invoiceId" text, event text))`;

/** Cancels these events where they are undelivered. Rows are locked in id order. */
export async function supersedeOlder(tx: Tx, outdated: readonly OfEvent[], now: Date): Promise<void> {
  if (outdated.length === 0) return;
  await sql`
    with older as (
      select d.id from callback_deliveries d join ${asRows(outdated)} n on n."invoiceId" = d.invoice_id and n.event = d.event
       where d.outcome is null order by d.id for no key update of d)
    update callback_deliveries d set outcome = 'superseded', ended_at = ${now} from older where d.id = older.id`.execute(tx);
}

/** Sends these events where they were cancelled before they had arrived. Returns whether there are any. */
export async function reviveSuperseded(tx: Tx, holding: readonly OfEvent[], now: Date): Promise<boolean> {
  if (holding.length === 0) return false;
  const { rows } = await sql<{ id: DeliveryId }>`
    select d.id from callback_deliveries d join ${asRows(holding)} n on n."invoiceId" = d.invoice_id and n.event = d.event
     where d.outcome = 'superseded' and not d.body @> '{"emptied": true}' order by d.id for no key update of d`.execute(tx);
  if (rows.length > 0) {
    const ids = rows.map(({ id }) => id);
    await makeDueAgain(tx, ids, now);
  }
  return rows.length > 0;
}

export type LastDelivery = {
  readonly id: DeliveryId;
  readonly invoiceId: InvoiceId;
  readonly storeId: StoreId;
  readonly url: string;
};

/** `isEmptied`: too old to be sent again (archive/empty-bodies.ts). */
export type LockedDelivery = LastDelivery & {
  readonly event: InvoiceEvent;
  readonly occurrence: number;
  readonly isEmptied: boolean;
};
export const LOCKED_COLUMNS = sql.raw(
  `d.body @> '{"emptied": true}' as "isEmptied", d.id, d.invoice_id as "invoiceId", d.store_id as "storeId", d.url, d.event, d.occurrence`,
);

/** The last event of each invoice at each endpoint, and those that were given up. Locked in id order. */
export async function lockLastDeliveries(tx: Tx, invoiceIds: readonly InvoiceId[]): Promise<LockedDelivery[]> {
  const { rows } = await sql<LockedDelivery>`
    select ${LOCKED_COLUMNS} from callback_deliveries d
     where d.invoice_id = any(${invoiceIds}::text[]) and (d.outcome = 'dead' or not exists (
       select from callback_deliveries o
        where o.invoice_id = d.invoice_id and o.endpoint_id is not distinct from d.endpoint_id and o.id > d.id))
     order by d.id for no key update of d`.execute(tx);
  return rows;
}

/** Due now, with all attempts again. What had not ended goes on waiting since its event. */
export async function makeDueAgain(tx: Tx, ids: readonly DeliveryId[], now: Date): Promise<void> {
  await sql`
    update callback_deliveries
       set requeued_at = case when outcome is null then requeued_at else ${now} end, outcome = null, ended_at = null, attempts = 0, due_at = ${now}
     where id = any(${ids}::text[])`.execute(tx);
}

export type AttemptRow = {
  readonly at: Date;
  readonly event: InvoiceEvent;
  readonly outcome: string;
  readonly httpStatus: number | null;
  readonly durationMs: number;
  readonly response: string | null;
  readonly url: string;
};

const SHOWN_MAX = 200; // several rounds of 16 attempts, each requested by hand

export async function listAttempts(tx: Queryable, invoiceId: InvoiceId): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select a.at, d.event, a.outcome, a.http_status as "httpStatus", a.duration_ms as "durationMs", a.response, d.url
      from callback_deliveries d join callback_attempts a on a.delivery_id = d.id and a.at > d.created_at - interval '1 day'
     where d.invoice_id = ${invoiceId} order by a.id desc limit ${SHOWN_MAX}`.execute(tx);
  return rows.reverse();
}

export type DeliveryState = { readonly outcome: 'delivered' | 'superseded' | 'dead' | null; readonly dueAt: Date };

/** Of the newest event, at the invoice's own callback_url where it has one. Nothing is sent before the receiver's pause is over. */
export async function findDeliveryState(tx: Queryable, invoiceId: InvoiceId): Promise<DeliveryState | undefined> {
  const { rows } = await sql<DeliveryState>`
    select d.outcome, greatest(d.due_at, e.paused_until) as "dueAt"
      from callback_deliveries d left join callback_endpoints e on e.endpoint = d.endpoint
     where d.invoice_id = ${invoiceId} order by d.endpoint_id is null desc, d.id desc limit 1`.execute(tx);
  return rows[0];
}

/** When the oldest callback that could be sent became due; retries that wait and receivers that pause are not late. */
export async function findOldestDue(tx: Queryable): Promise<Date | undefined> {
  const { rows } = await sql<{ dueAt: Date }>`
    select greatest(due_at, paused_until) as "dueAt" from callback_endpoints
     where greatest(due_at, paused_until) < 'infinity' order by greatest(due_at, paused_until) limit 1`.execute(tx);
  return rows[0]?.dueAt;
}

/** Since when the oldest undelivered callback has been waiting, for whatever reason: since its event, or since it was resent by hand. */
export async function findOldestWaiting(tx: Queryable): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(coalesce(requeued_at, created_at)) as since from callback_deliveries where outcome is null`.execute(tx);
  return rows[0]?.since ?? undefined;
}
