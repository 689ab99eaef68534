-- Leases up to p_max due callbacks, evenly over up to as many receivers, those that have waited longest first. Reads no callback of other
-- receivers: neither of those in p_without, which are at their limit, nor of paused ones. A receiver that was paused and has not answered
-- since gets two. Events of an invoice go to an endpoint one at a time, in the order in which they happened: while an attempt is under way, or
-- an earlier one is due, the others wait. So `expired` cannot arrive after `completed`. One that waits for its next attempt delays no other.
-- Its answer has grown; as in create_invoice.sql.
do $$
begin
  if exists (
    select from pg_proc where oid = to_regprocedure('callback_deliveries_claim(timestamptz, integer, uuid, interval, text[])')
       and not 'endpointId' = any(proargnames)) then
    drop function callback_deliveries_claim(timestamptz, integer, uuid, interval, text[]);
  end if;
end $$;

create or replace function callback_deliveries_claim(p_now timestamptz, p_max integer, p_token uuid, p_lease interval, p_without text[])
returns table (id text, "invoiceId" text, "storeId" text, "userId" text, url text, endpoint text, "endpointId" text, body jsonb, attempts integer,
  "leaseToken" uuid)
language plpgsql
-- The right plan is always by index; statistics of a queue are wrong most of the time.
set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  receivers text[];
  shares integer[];
begin
  -- A claim that is lost in a crash is a callback sent again under the same id, as after a crash between sending and recording.
  perform set_config('synchronous_commit', 'off', true);
  select array_agg(r.endpoint), array_agg(case when r.paused_until is null then p_max else 2 end) into receivers, shares
    from (select e.endpoint, e.paused_until from callback_endpoints e
           where greatest(e.due_at, e.paused_until) <= p_now and e.endpoint <> all(p_without)
           order by greatest(e.due_at, e.paused_until) limit p_max for update skip locked) r;
  if receivers is null then return; end if;
  return query
    with due as (
      select d.id from unnest(receivers, shares) as r (endpoint, share) cross join lateral (
        select w.id from callback_deliveries w
         where w.endpoint = r.endpoint and w.outcome is null and w.lease_until is null and w.due_at <= p_now
           -- A scalar: as NOT EXISTS it becomes a join of all that waits, where statistics say that a receiver has very many.
           and (select true from callback_deliveries o
                 where o.invoice_id = w.invoice_id and o.id <> w.id and o.endpoint_id is not distinct from w.endpoint_id
                   and (o.lease_until > now() or (o.outcome is null and o.lease_until is null and (o.due_at, o.id) < (w.due_at, w.id)))
                 limit 1) is null
         order by w.due_at limit least(r.share, greatest(1, p_max / cardinality(receivers))) for update skip locked) d)
    update callback_deliveries d set lease_token = p_token, lease_until = now() + p_lease from due where d.id = due.id
    returning d.id, d.invoice_id, d.store_id, d.user_id, d.url, d.endpoint, d.endpoint_id, d.body, d.attempts, d.lease_token;
  -- See callback_deliveries_wait: only where no writer is about to add one. The others are visited again by the next claim.
  receivers := array(select r from unnest(receivers) r where pg_try_advisory_xact_lock(46003, hashtext(r) & 255));
  with rest as (
    select r.endpoint, (
      select min(w.due_at) from callback_deliveries w
       where w.endpoint = r.endpoint and w.outcome is null and w.lease_until is null) as due_at from unnest(receivers) as r (endpoint)),
  emptied as (
    delete from callback_endpoints e using rest r where e.endpoint = r.endpoint and r.due_at is null and e.paused_until is null)
  update callback_endpoints e set due_at = coalesce(r.due_at, 'infinity')
    from rest r where e.endpoint = r.endpoint and (r.due_at is not null or e.paused_until is not null) and e.due_at is distinct from r.due_at;
end $$;
