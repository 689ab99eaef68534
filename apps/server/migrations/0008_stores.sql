-- What the screens call a merchant. A deleted store keeps its row: its invoices still name it.
create table stores (
  id text primary key,
  -- Null is the platform's own store, through which balances are topped up.
  user_id text references users (id),
  name text not null,
  note text,
  merchant_id text not null constraint stores_merchant_id_unique unique,
  status text not null default 'Active' constraint stores_status_known check (status in ('Active', 'Inactive')),
  invoice_expiry_minutes integer not null constraint stores_expiry_offered check (invoice_expiry_minutes in (10, 15, 20, 30, 45, 60)),
  -- The owner sees his key, so it is sealed and not hashed; calls are recognised by its fingerprint. A deleted store has none.
  api_key_sealed bytea,
  api_key_fingerprint bytea constraint stores_api_key_unique unique,
  callback_secret_sealed bytea not null,
  -- Signs beside the new one until then, so that a merchant can change his side in peace.
  previous_callback_secret_sealed bytea,
  previous_callback_secret_until timestamptz,
  created_at timestamptz not null,
  deleted_at timestamptz,
  constraint stores_deleted_have_no_key check (deleted_at is null or api_key_fingerprint is null)
);
create index stores_of_user on stores (user_id, id desc) where deleted_at is null;
create index stores_newest on stores (id desc) where deleted_at is null;

-- One receiving address per store and network. Who owns an address is told by address_owners.
create table store_wallets (
  id text primary key,
  store_id text not null references stores (id),
  network text not null constraint store_wallets_network_known check (network in ('TRON', 'BEP20', 'ERC20', 'POLYGON', 'SOLANA')),
  family text not null,
  address_key text not null,
  -- As wallets show it: EIP-55 letters, base58.
  address text not null,
  created_at timestamptz not null,
  constraint store_wallets_network_unique unique (store_id, network),
  constraint store_wallets_are_owned foreign key (family, address_key) references address_owners (family, address_key)
);
create index store_wallets_address on store_wallets (family, address_key);
