-- Additional keys of a store. Its main key stays in stores, where its owner can read it again; these are shown once.
create table api_keys (
  id text collate "C" primary key,
  store_id text collate "C" not null references stores (id),
  name text not null,
  -- As of the main key: a hash that does not depend on the master key, so that a new one leaves it valid.
  fingerprint bytea not null,
  last_four text not null,
  scopes text[] not null,
  -- Empty: from everywhere.
  allowed_ips text[] not null default '{}',
  created_by text collate "C" not null references users (id),
  created_at timestamptz not null,
  -- As chosen, or the end of a roll's overlap.
  expires_at timestamptz,
  -- Written at most once a minute.
  last_used_at timestamptz,
  replaced_by text collate "C" references api_keys (id),
  revoked_at timestamptz,
  constraint api_keys_have_a_scope check (cardinality(scopes) > 0),
  constraint api_keys_replaced_ends check (replaced_by is null or expires_at is not null)
);
create unique index api_keys_fingerprint on api_keys (fingerprint);
create index api_keys_store on api_keys (store_id, id);
