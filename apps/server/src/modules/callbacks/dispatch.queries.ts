import type { InvoiceEvent } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/db/db';
import type { DeliveryId, EndpointId, InvoiceId, StoreId, UserId } from '../../platform/id-types';
import type { AttemptOutcome } from './attempt/retry.domain';
import type { FixedBody } from './callbacks.queries';
import type { WebhookId } from './webhook-id';

export type ClaimedDelivery = {
  readonly id: DeliveryId;
  readonly webhookId: WebhookId;
  readonly invoiceId: InvoiceId;
  readonly storeId: StoreId;
  readonly userId: UserId | null;
  readonly url: string;
  readonly endpoint: string;
  /** Null: the callback_url of the invoice. */
  readonly endpointId: EndpointId | null;
  readonly body: FixedBody;
  /** Attempts so far. */
  readonly attempts: number;
  readonly leaseToken: string;
};

/** Which event of its invoice a delivery tells. */
export async function findEvent(db: Queryable, id: DeliveryId): Promise<{ event: InvoiceEvent; occurrence: number } | undefined> {
  const { rows } = await sql<{ event: InvoiceEvent; occurrence: number }>`
    select event, occurrence from callback_deliveries where id = ${id}`.execute(db);
  return rows[0];
}

export const LEASE_SECONDS = 30; // a killed worker's deliveries are taken over after this

export type Claim = { readonly now: Date; readonly max: number; readonly leaseToken: string; readonly without: readonly string[] };

/** Up to `max`, and no row of other deliveries is read: see sql/callback_deliveries_claim.sql. */
export async function claimDue(db: Queryable, { now, max, leaseToken, without }: Claim): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    select c.*, callback_webhook_id(c.id) as "webhookId"
      from callback_deliveries_claim(${now}, ${max}, ${leaseToken}::uuid, make_interval(secs => ${LEASE_SECONDS}), ${without}::text[]) c`.execute(
    db,
  );
  return rows;
}

const FREED_MAX = 500;

/** Makes what a killed worker held claimable again. */
export async function freeExpired(db: Queryable): Promise<void> {
  await sql`
    update callback_deliveries set lease_token = null, lease_until = null where id = any(array(
      select id from callback_deliveries where lease_until <= now() order by lease_until limit ${FREED_MAX} for no key update skip locked))`.execute(
    db,
  );
}

/** Milliseconds until a callback can be claimed or a lease ends, both from an index; undefined: nothing waits. */
export async function nextDueInMs(db: Queryable, now: Date, without: readonly string[]): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from least(
             (select greatest(e.due_at, e.paused_until) - ${now}::timestamptz from callback_endpoints e
               where greatest(e.due_at, e.paused_until) < 'infinity' and e.endpoint <> all(${without}::text[])
               order by greatest(e.due_at, e.paused_until) limit 1),
             (select lease_until - now() from callback_deliveries where lease_until is not null order by lease_until limit 1))) * 1000)::float8 as ms`.execute(
    db,
  );
  return rows[0]?.ms ?? undefined;
}

export type DoneAttempt = {
  readonly delivery: ClaimedDelivery;
  readonly at: Date;
  readonly outcome: AttemptOutcome;
  readonly httpStatus: number | null;
  readonly durationMs: number;
  readonly response: string | null;
  /** superseded: its endpoint was removed or switched off, and nobody is told that it was given up. */
  readonly ends: 'delivered' | 'dead' | 'superseded' | null;
  readonly dueAt: Date | null;
};
export type EndedDelivery = { readonly id: DeliveryId; readonly outcome: string };

/** In batches, so that a busy worker commits rarely. Deliveries whose lease was lost are left out: another worker owns them now. */
export async function recordAttempts(tx: Tx, done: readonly DoneAttempt[]): Promise<EndedDelivery[]> {
  const given = done.map(({ delivery: { id, leaseToken: token, endpoint }, ...rest }) => ({ id, token, endpoint, ...rest }));
  const { rows } = await sql<EndedDelivery>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id text, token uuid, endpoint text, at timestamptz, outcome text,
        "httpStatus" integer, "durationMs" integer, response text, ends text, "dueAt" timestamptz)),
    held as (
      select g.* from callback_deliveries d join given g on g.id = d.id and g.token = d.lease_token order by d.id for no key update of d),
    logged as (
      insert into callback_attempts (delivery_id, at, outcome, http_status, duration_ms, response)
      select id, at, outcome, "httpStatus", "durationMs", response from held order by id),
    answering as (
      update callback_endpoints e set paused_until = null
        from (select endpoint, max(at) as at from held where outcome <> 'timeout' group by endpoint order by endpoint) h
       where e.endpoint = h.endpoint and e.paused_until <= h.at)
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

/** Nothing more is claimed for a hanging receiver for a while. One row, however many callbacks wait for it. */
export async function pauseEndpoint(db: Queryable, endpoint: string, now: Date): Promise<void> {
  await sql`
    insert into callback_endpoints (endpoint, due_at, paused_until)
    values (${endpoint}, 'infinity', ${now}::timestamptz + make_interval(secs => ${STAND_BACK_SECONDS} * (1 + random())))
    on conflict (endpoint) do update set paused_until = excluded.paused_until`.execute(db);
}

/** Releases unsent deliveries, except those that another worker has taken over. */
export async function giveBack(db: Queryable, held: readonly ClaimedDelivery[]): Promise<void> {
  await sql`
    update callback_deliveries d set lease_token = null, lease_until = null
      from unnest(${held.map(({ id }) => id)}::text[], ${held.map(({ leaseToken }) => leaseToken)}::uuid[]) as h (id, token)
     where d.id = h.id and d.lease_token = h.token`.execute(db);
}
