-- Which networks exist is known to the program (packages/rules/src/networks), which checks every call: a list here would make each new
-- network a migration.
alter table store_wallets
  drop constraint store_wallets_network_known,
  add constraint store_wallets_network_form check (network ~ '^[A-Z][A-Z0-9]+$');
