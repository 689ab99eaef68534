-- The webhook-id of a callback follows from invoice, event and endpoint, so that it is the same after a restore. Null: the id of the row, as
-- earlier releases sent it.
alter table callback_deliveries add column webhook_id text collate "C";
