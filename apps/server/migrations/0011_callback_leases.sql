-- A claim asks whether another event of the same invoice is under way: only the few leased rows are looked at, not all that were delivered.
create index callback_deliveries_leased on callback_deliveries (invoice_id) where lease_until is not null;
