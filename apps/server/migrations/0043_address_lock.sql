alter table users
  -- How long a change of a receiving address waits; null is the installation's default.
  add column address_lock_hours integer constraint users_address_lock_range check (address_lock_hours between 0 and 72),
  -- A shorter wait, which itself waits.
  add column pending_lock_hours integer,
  add column pending_lock_at timestamptz,
  -- Since the owner reported a change that was not theirs.
  add column addresses_frozen_at timestamptz,
  add constraint users_pending_lock_has_time check ((pending_lock_hours is null) = (pending_lock_at is null));

alter table stores
  add column first_address_at timestamptz,
  -- Networks on which the store ever had an address: another one there is a change, also after a removal.
  add column used_networks text[] not null default '{}';
update stores s set first_address_at = w.first_at, used_networks = w.networks
  from (select store_id, min(created_at) as first_at, array_agg(network) as networks from store_wallets group by store_id) w
 where w.store_id = s.id;

alter table store_wallets
  -- The address that takes the place of the current one at `next_at`. It counts from then on, whether or not a worker has moved it.
  add column next_address text,
  add column next_address_key text collate "C",
  add column next_at timestamptz,
  -- An address that was added later than the first: not used before.
  add column active_from timestamptz,
  add constraint store_wallets_next_is_whole check ((next_address is null) = (next_at is null) and (next_address_key is null) = (next_at is null)),
  add constraint store_wallets_next_is_owned foreign key (family, next_address_key) references address_owners (family, address_key);
create index store_wallets_waiting on store_wallets (coalesce(next_at, active_from)) where next_at is not null or active_from is not null;
create index store_wallets_next_address on store_wallets (family, next_address_key) where next_address_key is not null;

alter table mailed_links
  drop constraint mailed_links_purpose_known,
  add constraint mailed_links_purpose_known check (purpose in ('verify-email', 'reset-password', 'account-change')),
  -- The change that the mail is about.
  add column audit_id bigint references audit_log (id);
