set local lock_timeout = '5s';

-- The shop's own number of a refund that was planned by API key: the same one again returns the same refund.
alter table refunds add column request_id text collate "C";
create unique index refunds_request_once on refunds (invoice_id, request_id) where request_id is not null;
