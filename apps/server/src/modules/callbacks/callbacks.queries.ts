import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/db/db';
import type { DeliveryId, InvoiceId, StoreId, UserId } from '../../platform/id-types';
import type { CallbackEvent } from './retry.domain';

/** The part of the body fixed at the event. */
export type FixedBody = {
  readonly request_id: string | null;
  readonly amount: string;
  readonly status: CallbackEvent;
  readonly from_address: string | null;
  readonly trans_id: string;
  readonly trans_hash: string | null;
};
export type NewDelivery = {
  readonly id: DeliveryId;
  readonly invoiceId: InvoiceId;
  readonly storeId: StoreId;
  readonly userId: UserId | null;
  readonly event: CallbackEvent;
  readonly url: string;
  readonly endpoint: string;
  readonly body: FixedBody;
};

/** An event the invoice already had (it expired, was nearly paid, expired again) is not sent twice. */
export async function insertDeliveries(tx: Tx, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
  await tx
    .insertInto('callback_deliveries')
    .values(
      deliveries.map(({ invoiceId, storeId, userId, body, ...rest }) => ({
        ...rest,
        invoice_id: invoiceId,
        store_id: storeId,
        user_id: userId,
        body: JSON.stringify(body),
        due_at: now,
        created_at: now,
      })),
    )
    .onConflict((on) => on.constraint('callback_deliveries_once').doNothing())
    .execute();
}

/** Cancels older undelivered events. Rows are locked in id order. */
export async function supersedeOlder(tx: Tx, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
  await sql`
    with older as (
      select d.id from callback_deliveries d
        join unnest(${deliveries.map(({ invoiceId }) => invoiceId)}::text[], ${deliveries.map(({ event }) => event)}::text[]) as n (invoice_id, event)
          on n.invoice_id = d.invoice_id and n.event <> d.event
       where d.outcome is null order by d.id for update of d)
    update callback_deliveries d set outcome = 'superseded', ended_at = ${now} from older where d.id = older.id`.execute(tx);
}

export type LastDelivery = {
  readonly id: DeliveryId;
  readonly invoiceId: InvoiceId;
  readonly storeId: StoreId;
  readonly url: string;
};

/** The last event of each invoice that has one, locked in id order. */
export async function lockLastDeliveries(tx: Tx, invoiceIds: readonly InvoiceId[]): Promise<LastDelivery[]> {
  const { rows } = await sql<LastDelivery>`
    select d.id, d.invoice_id as "invoiceId", d.store_id as "storeId", d.url from callback_deliveries d
     where d.invoice_id = any(${invoiceIds}::text[]) and (d.event = 'completed' or not exists (
       select from callback_deliveries o where o.invoice_id = d.invoice_id and o.event = 'completed'))
     order by d.id for update of d`.execute(tx);
  return rows;
}

/** Due now, with all attempts again. */
export async function makeDueAgain(tx: Tx, ids: readonly DeliveryId[], now: Date): Promise<void> {
  await sql`
    update callback_deliveries set outcome = null, ended_at = null, attempts = 0, due_at = ${now} where id = any(${ids}::text[])`.execute(
    tx,
  );
}

export type AttemptRow = {
  readonly at: Date;
  readonly event: CallbackEvent;
  readonly outcome: string;
  readonly httpStatus: number | null;
  readonly durationMs: number;
  readonly response: string | null;
};

const SHOWN_MAX = 200; // several rounds of 16 attempts, each requested by hand

export async function listAttempts(tx: Queryable, invoiceId: InvoiceId): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select a.at, d.event, a.outcome, a.http_status as "httpStatus", a.duration_ms as "durationMs", a.response
      from callback_deliveries d join callback_attempts a on a.delivery_id = d.id
     where d.invoice_id = ${invoiceId} order by a.id desc limit ${SHOWN_MAX}`.execute(tx);
  return rows.reverse();
}

export type DeliveryState = { readonly outcome: 'delivered' | 'superseded' | 'dead' | null; readonly dueAt: Date };

/** Of the newest event: `completed`, once there is one. Nothing is sent before the receiver's pause is over. */
export async function findDeliveryState(tx: Queryable, invoiceId: InvoiceId): Promise<DeliveryState | undefined> {
  const { rows } = await sql<DeliveryState>`
    select d.outcome, greatest(d.due_at, e.paused_until) as "dueAt"
      from callback_deliveries d left join callback_endpoints e on e.endpoint = d.endpoint
     where d.invoice_id = ${invoiceId} order by d.event = 'completed' desc limit 1`.execute(tx);
  return rows[0];
}

/** Since when the oldest undelivered callback has been waiting, for whatever reason. */
export async function findOldestWaiting(tx: Queryable): Promise<Date | undefined> {
  const { rows } = await sql<{ createdAt: Date | null }>`
    select min(created_at) as "createdAt" from callback_deliveries where outcome is null`.execute(tx);
  return rows[0]?.createdAt ?? undefined;
}
