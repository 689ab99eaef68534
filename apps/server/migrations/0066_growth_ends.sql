-- events and callback_attempts get monthly partitions (ADR 47): four migrations, because each is a transaction of its own. The present tables
-- become the first partition, up to the end of the month after the next. PostgreSQL reads a table that is attached under a lock, unless a
-- constraint already proves its range: this one promises it for new rows, the next one checks the old ones while everything runs.
-- Attempts have business time, which a sandbox may have moved months ahead.
do $$
declare
  v_newest timestamptz := greatest(now(), (select max(at) from (select at from callback_attempts order by id desc limit 1000) newest));
begin
  execute format('alter table events add constraint events_before_ends check (created_at < timestamptz %L) not valid',
    (date_trunc('month', now() at time zone 'UTC') + interval '3 months') at time zone 'UTC');
  execute format('alter table callback_attempts add constraint callback_attempts_before_ends check (at < timestamptz %L) not valid',
    (date_trunc('month', v_newest at time zone 'UTC') + interval '3 months') at time zone 'UTC');
end $$;
