set local lock_timeout = '5s';

-- A refund that the merchant sent from one of their own addresses is found without its hash.
alter table refunds
  -- When the nodes are asked next for such a transfer; null: not any more.
  add column search_at timestamptz,
  -- The first block that was not searched while it was final; null before the first search.
  add column search_from bigint,
  -- The transaction was found, not named by the merchant.
  add column is_found boolean not null default false;
create index refunds_searched on refunds (search_at) where search_at is not null and status = 'planned' and tx_hash is null;
create index address_owners_of_user on address_owners (user_id, family) where user_id is not null;
