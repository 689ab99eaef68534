-- The present table becomes the first partition; no row is read or moved.
-- Half a second is less than deadlock_timeout: where programs hold these locks in another order, this steps back and none of them is ended.
-- An autovacuum gives way only to one who has waited that long, so every tenth try waits longer; programs repeat a transaction that deadlocks.
do $$
begin
  for tried in 1..100 loop
    begin
      perform set_config('lock_timeout', case when tried % 10 = 0 then '1500ms' else '500ms' end, true);
      lock table events in access exclusive mode;
      perform set_config('lock_timeout', '500ms', true);
      lock table event_tasks in access exclusive mode;
      exit;
    exception when lock_not_available or deadlock_detected then
      if tried = 100 then raise; end if;
      perform pg_sleep(0.2);
    end;
  end loop;
end $$;

-- Where the event of a task is: events have no key across months that a foreign key could name. Both are written in one transaction, so that
-- now() is the same time in both rows, also where an older release writes them. Instead of the key events_followed refuses to delete.
alter table event_tasks drop constraint event_tasks_event_id_fkey;
alter table event_tasks add column event_at timestamptz not null default now();
update event_tasks t set event_at = e.created_at from events e where e.id = t.event_id;

drop trigger events_append_only on events;
drop trigger events_kept on events;
alter table events rename to events_before;
alter table events_before rename constraint events_pkey to events_before_pkey;
alter table events_before rename constraint events_subject_version_unique to events_before_subject_version_key;
alter index events_of_store rename to events_before_of_store;

do $$
declare
  v_sequence text := pg_get_serial_sequence('events_before', 'id');
  v_last bigint;
  v_used boolean;
begin
  execute format('select last_value, is_called from %s', v_sequence) into v_last, v_used;
  alter table events_before alter column id drop identity; -- PostgreSQL 15 has none in partitioned tables, 17 refuses it in a partition
  create sequence events_id_seq;
  perform setval('events_id_seq', v_last, v_used);
end $$;

create table events (
  id bigint not null default nextval('events_id_seq'),
  topic text not null,
  subject text not null,
  version integer,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  store_id text collate "C",
  constraint events_topic_is_noun_past check (topic ~ '^[a-z_]+\.[a-z_]+$')
) partition by range (created_at);
alter sequence events_id_seq owned by events.id;
create index events_of_store on events (store_id, created_at, id) where store_id is not null;

do $$
declare
  v_end text := substring(pg_get_constraintdef(oid) from '''([^'']+)''') from pg_constraint where conname = 'events_before_ends';
begin
  execute format('alter table events attach partition events_before for values from (minvalue) to (%L)', v_end);
end $$;
alter table events_before drop constraint events_before_ends;

-- The pattern of every month, with the keys that only hold within one. Takes what has no month; missing_months tells that there is such.
create table events_default partition of events (
  constraint events_default_pkey primary key (id),
  constraint events_default_subject_version_key unique (subject, version)
) default;

create trigger events_append_only before update on events for each row execute function refuse_change();
create trigger events_kept before delete on events for each row
  when (old.created_at > now() - interval '400 days') execute function refuse_change();
