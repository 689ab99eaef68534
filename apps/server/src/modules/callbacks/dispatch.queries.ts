import { sql } from 'kysely';
import type { Db, Queryable, Tx } from '../../platform/db/db';
import type { DeliveryId, InvoiceId, StoreId, UserId } from '../../platform/id-types';
import type { FixedBody } from './callbacks.queries';
import type { AttemptOutcome } from './retry.domain';

export type ClaimedDelivery = {
  readonly id: DeliveryId;
  readonly invoiceId: InvoiceId;
  readonly storeId: StoreId;
  readonly userId: UserId | null;
  readonly url: string;
  readonly endpoint: string;
  readonly body: FixedBody;
  /** Attempts so far. */
  readonly attempts: number;
  readonly leaseToken: string;
};

export const LEASE_SECONDS = 30; // a killed worker's deliveries are taken over after this

export type Claim = { readonly now: Date; readonly max: number; readonly leaseToken: string; readonly without: readonly string[] };

/**
 * Claims due deliveries, except for receivers at their limit. While an attempt of an invoice is under way its other event waits, so
 * `expired` cannot arrive after `completed`, even in flight.
 */
export async function claimDue(db: Db, { now, max, leaseToken, without }: Claim): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with due as (
      select d.id from callback_deliveries d
       where d.outcome is null and d.due_at <= ${now} and (d.lease_until is null or d.lease_until <= now())
         and d.endpoint <> all(${without}::text[])
         and not exists (
           select from callback_deliveries o where o.invoice_id = d.invoice_id and o.id <> d.id and o.lease_until > now())
       order by d.due_at limit ${max} for update of d skip locked)
    update callback_deliveries d
       set lease_token = ${leaseToken}::uuid, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
      from due where d.id = due.id
    returning d.id, d.invoice_id as "invoiceId", d.store_id as "storeId", d.user_id as "userId", d.url, d.endpoint, d.body, d.attempts,
      d.lease_token as "leaseToken"`.execute(db.query);
  return rows;
}

export type DoneAttempt = {
  readonly delivery: ClaimedDelivery;
  readonly at: Date;
  readonly outcome: AttemptOutcome;
  readonly httpStatus: number | null;
  readonly durationMs: number;
  readonly response: string | null;
  readonly ends: 'delivered' | 'dead' | null;
  readonly dueAt: Date | null;
};
export type EndedDelivery = { readonly id: DeliveryId; readonly outcome: string };

/** In batches, so that a busy worker commits rarely. Deliveries whose lease was lost are left out: another worker owns them now. */
export async function recordAttempts(tx: Tx, done: readonly DoneAttempt[]): Promise<EndedDelivery[]> {
  const given = done.map(({ delivery, ...rest }) => ({ id: delivery.id, token: delivery.leaseToken, ...rest }));
  const { rows } = await sql<EndedDelivery>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id text, token uuid, at timestamptz, outcome text,
        "httpStatus" integer, "durationMs" integer, response text, ends text, "dueAt" timestamptz)),
    held as (
      select g.* from callback_deliveries d join given g on g.id = d.id and g.token = d.lease_token order by d.id for update of d),
    logged as (
      insert into callback_attempts (delivery_id, at, outcome, http_status, duration_ms, response)
      select id, at, outcome, "httpStatus", "durationMs", response from held order by id)
    update callback_deliveries d
       set attempts = d.attempts + 1, lease_token = null, lease_until = null, due_at = coalesce(h."dueAt", d.due_at),
           outcome = coalesce(d.outcome, h.ends), ended_at = coalesce(d.ended_at, case when h.ends is not null then h.at end)
      from held h where d.id = h.id
    returning d.id, coalesce(d.outcome, '') as outcome`.execute(tx);
  return rows;
}

/** Whether another callback of the store was given up within the hour: its owner already got a mail. */
export async function wasGivenUpLately(tx: Tx, storeId: StoreId, except: readonly DeliveryId[], now: Date): Promise<boolean> {
  const { rows } = await sql<{ lately: boolean }>`
    select exists (
      select from callback_deliveries
       where store_id = ${storeId} and outcome = 'dead' and ended_at > ${now}::timestamptz - interval '1 hour'
         and id <> all(${except}::text[])) as lately`.execute(tx);
  return rows[0]?.lately === true;
}

const STAND_BACK_SECONDS = 30;

/** Defers what is due for a hanging receiver, and what this worker holds for it unsent, so that nothing queues behind it. */
export async function putOff(tx: Queryable, endpoint: string, heldIds: readonly DeliveryId[], now: Date): Promise<void> {
  await sql`
    update callback_deliveries
       set lease_token = null, lease_until = null, due_at = ${now}::timestamptz + make_interval(secs => ${STAND_BACK_SECONDS} * (1 + random()))
     where outcome is null and due_at <= ${now} and endpoint = ${endpoint} and (lease_until is null or id = any(${heldIds}::text[]))`.execute(
    tx,
  );
}

/** On shutdown: releases unsent deliveries immediately. */
export async function giveBack(tx: Queryable, heldIds: readonly DeliveryId[]): Promise<void> {
  await sql`
    update callback_deliveries set lease_token = null, lease_until = null where id = any(${heldIds}::text[])`.execute(tx);
}
