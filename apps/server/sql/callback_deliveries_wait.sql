-- Trigger after insert and update of callback_deliveries: the row of a receiver in callback_endpoints is due no later than any callback that
-- waits for it without a lease, whoever wrote the callback.
--
-- A claim moves a receiver's time to what it sees waiting, and it cannot see what is not committed. So a writer holds a lock, shared, from
-- before it reads that time until it commits, and a claim moves the time only where it gets the lock exclusively, without waiting for it.
-- There are 256 locks, so that a transaction with many receivers does not fill the lock table; sharing one costs a later visit.
create or replace function callback_deliveries_wait() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(46003, slot)
    from (select distinct hashtext(c.endpoint) & 255 as slot from changed c where c.outcome is null and c.lease_until is null order by 1) s;
  if not found then return null; end if;
  -- Writes, and so locks, only rows that say later: concurrent changes of a busy store do not wait for each other.
  insert into callback_endpoints as e (endpoint, due_at)
  select c.endpoint, min(c.due_at) from changed c
   where c.outcome is null and c.lease_until is null
     and not exists (select from callback_endpoints k where k.endpoint = c.endpoint and k.due_at <= c.due_at)
   group by c.endpoint order by c.endpoint
  on conflict (endpoint) do update set due_at = excluded.due_at where e.due_at > excluded.due_at;
  return null;
end $$;

-- An empty database gets the table, and these triggers with it, after its functions.
do $$
begin
  if to_regclass('callback_endpoints') is null then return; end if;
  create or replace trigger callback_deliveries_wait_new after insert on callback_deliveries
    referencing new table as changed for each statement execute function callback_deliveries_wait();
  create or replace trigger callback_deliveries_wait_changed after update on callback_deliveries
    referencing new table as changed for each statement execute function callback_deliveries_wait();
  -- What was written before the triggers existed; creating them has waited for every transaction that was writing.
  insert into callback_endpoints as e (endpoint, due_at)
  select d.endpoint, min(d.due_at) from callback_deliveries d where d.outcome is null and d.lease_until is null group by d.endpoint order by 1
  on conflict (endpoint) do update set due_at = excluded.due_at where e.due_at > excluded.due_at;
end $$;
