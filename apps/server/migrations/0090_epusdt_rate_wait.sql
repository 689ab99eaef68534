-- A rate that waits, in the form of the API, and from when on it is used (ADR 32).
alter table store_epusdt
  add column next_rate jsonb,
  add column next_rate_at timestamptz,
  add constraint store_epusdt_next_together check ((next_rate is null) = (next_rate_at is null));
