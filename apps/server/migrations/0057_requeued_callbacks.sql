set local lock_timeout = '5s';

-- When a callback that had ended was resent by hand: it waits since then, not since its event. Null: never.
alter table callback_deliveries add column requeued_at timestamptz;
