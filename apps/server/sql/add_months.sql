-- Adds the missing months; answers those it cannot add, because the default partition already has rows of them.
-- A table is made first and attached then, which stops no writer of the others; `create table … partition of` would. Where the locks are not
-- free, because a dump reads everything for instance, it gives up: months are made ahead, there is time. An autovacuum gives way to one who
-- has waited for deadlock_timeout, a second. It runs as its owner: the running program may not make tables (ADR 52).
create or replace function add_months(p_from timestamptz, p_ahead integer default 3) returns setof text language plpgsql security definer
set search_path = public, pg_temp set lock_timeout = '1500ms' as $$
declare
  v record;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('add-months', 0)) then return; end if; -- another call adds them
  for v in select * from missing_months(p_from, p_ahead) loop
    begin
      execute format('create table %I (like %I including all)', v.part, v.grows || '_default');
      execute format('alter table %I set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01)', v.part);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', v.grows, v.part, v.low, v.high);
    exception when check_violation then
      return next v.grows || ' ' || v.month;
    end;
  end loop;
end $$;
