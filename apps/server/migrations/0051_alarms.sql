set local lock_timeout = '5s';

-- What operators are told, and what the status page shows as incidents.
create table alarms (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The network, node or machine; empty where there is only one.
  subject text not null,
  detail jsonb not null,
  since timestamptz not null,
  -- When operators were last told; null while it has not lasted long enough.
  told_at timestamptz,
  ended_at timestamptz
);
create unique index alarms_open on alarms (kind, subject) where ended_at is null;
create index alarms_by_time on alarms (since);

-- What only a process itself can know: its clock, its disk, its connections. Written once a minute.
create table process_reports (
  process text primary key,
  host text not null,
  roles text[] not null,
  reported_at timestamptz not null,
  clock_ms integer not null,
  disk_free_bytes bigint not null,
  disk_bytes bigint not null,
  connections_max integer not null
);
