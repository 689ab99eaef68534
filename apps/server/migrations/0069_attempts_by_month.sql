-- As events in 0068.
do $$
begin
  for tried in 1..100 loop
    begin
      perform set_config('lock_timeout', case when tried % 10 = 0 then '1500ms' else '500ms' end, true);
      lock table callback_deliveries in share row exclusive mode;
      lock table callback_attempts in access exclusive mode;
      exit;
    exception when lock_not_available or deadlock_detected then
      if tried = 100 then raise; end if;
      perform pg_sleep(0.2);
    end;
  end loop;
end $$;

drop trigger callback_attempts_append_only on callback_attempts;
drop trigger callback_attempts_kept on callback_attempts;
alter table callback_attempts rename to callback_attempts_before;
alter table callback_attempts_before rename constraint callback_attempts_pkey to callback_attempts_before_pkey;
alter index callback_attempts_of_delivery rename to callback_attempts_before_of_delivery;

do $$
declare
  v_sequence text := pg_get_serial_sequence('callback_attempts_before', 'id');
  v_last bigint;
  v_used boolean;
begin
  execute format('select last_value, is_called from %s', v_sequence) into v_last, v_used;
  alter table callback_attempts_before alter column id drop identity;
  create sequence callback_attempts_id_seq;
  perform setval('callback_attempts_id_seq', v_last, v_used);
end $$;

create table callback_attempts (
  id bigint not null default nextval('callback_attempts_id_seq'),
  delivery_id text collate "C" not null,
  at timestamptz not null,
  outcome text collate "C" not null,
  http_status integer,
  duration_ms integer not null,
  response text,
  constraint callback_attempts_delivery_id_fkey foreign key (delivery_id) references callback_deliveries (id),
  constraint callback_attempts_duration_not_negative check (duration_ms >= 0),
  constraint callback_attempts_outcome_known check (outcome in ('delivered', 'refused', 'gone', 'timeout', 'unreachable', 'blocked_address'))
) partition by range (at);
alter sequence callback_attempts_id_seq owned by callback_attempts.id;
create index callback_attempts_of_delivery on callback_attempts (delivery_id, id);

do $$
declare
  v_end text := substring(pg_get_constraintdef(oid) from '''([^'']+)''') from pg_constraint where conname = 'callback_attempts_before_ends';
begin
  execute format('alter table callback_attempts attach partition callback_attempts_before for values from (minvalue) to (%L)', v_end);
end $$;
alter table callback_attempts_before drop constraint callback_attempts_before_ends;

create table callback_attempts_default partition of callback_attempts (constraint callback_attempts_default_pkey primary key (id)) default;

create trigger callback_attempts_append_only before update on callback_attempts for each row execute function refuse_change();
create trigger callback_attempts_kept before delete on callback_attempts for each row
  when (old.at > now() - interval '90 days') execute function refuse_change();
