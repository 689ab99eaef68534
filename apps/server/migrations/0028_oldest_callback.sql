set local lock_timeout = '5s';

-- The dashboard's "oldest undelivered callback": without this it reads all that wait, after an outage of a large shop a million.
create index callback_deliveries_waiting on callback_deliveries (created_at) where outcome is null;
