-- An address that does not answer is asked less and less often: it must not use up the time of the others.
alter table store_epusdt
  add column read_failures integer not null default 0 constraint store_epusdt_read_failures_not_negative check (read_failures >= 0),
  add column read_at timestamptz;
