set local lock_timeout = '5s';

-- What the shop notes on its invoice; null when it gave none, so that most rows do not grow.
alter table invoices add column metadata jsonb;
