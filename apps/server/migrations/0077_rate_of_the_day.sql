set local lock_timeout = '5s';

-- The rate at which the part of a bank transfer was credited that the rate of its deposit does not cover; null: all of it at the deposit's.
alter table bank_transfers add column day_rate bigint constraint bank_transfers_day_rate_positive check (day_rate > 0);
