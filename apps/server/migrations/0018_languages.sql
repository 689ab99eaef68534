-- Languages that admins add and complete.

-- A text that was only copied so that it can be edited: readers get the English one (or the Vietnamese one of the back office) as it is now.
alter table translations add column missing boolean not null default false;

-- How far the last retranslation of each language is. A run is worked off in slices by a job, in the order of the rows' ids.
create table retranslations (
  language text primary key references languages (code),
  run uuid not null,
  state text not null constraint retranslations_state_known check (state in ('running', 'done', 'failed')),
  total integer not null,
  done integer not null default 0,
  refused integer not null default 0,
  after_id bigint not null default 0,
  started_at timestamptz not null default now(),
  progressed_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint retranslations_finished check ((state = 'running') = (finished_at is null))
);
