-- What a callback is sent under; rows of earlier releases have their id alone. A function of its own beside callback_deliveries_claim, whose
-- answer the last release reads too; volatile, since a claim can find rows that are newer than the snapshot of the statement that calls it.
create or replace function callback_webhook_id(p_delivery_id text) returns text language sql volatile as $$
  select coalesce(d.webhook_id, d.id) from callback_deliveries d where d.id = p_delivery_id
$$;
