-- How many of the requests people caused: claims, wallets, addresses, refunds. They stop at a share of the budget.
alter table rpc_usage add column look_ups bigint not null default 0 constraint rpc_usage_look_ups_within check (look_ups between 0 and requests);
