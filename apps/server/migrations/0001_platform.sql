-- News. Append-only: one row per change that others may want to know of, written in the transaction of the change.
create table events (
  id bigint generated always as identity primary key,
  topic text not null constraint events_topic_is_noun_past check (topic ~ '^[a-z_]+\.[a-z_]+$'),
  subject text not null,
  -- Orders the events of one subject without gaps; null where no order is needed.
  version integer,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  constraint events_subject_version_unique unique (subject, version)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger events_append_only before update or delete on events
  for each row execute function refuse_change();

-- A consumer that must act has its own row per event, written with the event: nobody reads by "id > cursor",
-- which would skip rows that commit late. Done rows are deleted, so the table stays as small as what is still to do.
create table event_tasks (
  consumer text not null,
  event_id bigint not null references events (id),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  lease_token uuid,
  last_error text,
  dead boolean not null default false,
  primary key (consumer, event_id)
);
create index event_tasks_due on event_tasks (consumer, due_at) where not dead;

-- What an operator or admin did, and to whom. Append-only.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}'
);
create index audit_log_subject on audit_log (subject, id);
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
