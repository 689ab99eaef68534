-- The head of each network when the invoice was made: {"TRON": [block, the chain's time in seconds]}. Null for invoices from before.
alter table invoices add column heads jsonb;
-- How far the network's clock runs behind ours.
alter table chain_cursors add column clock_lag_ms integer;
