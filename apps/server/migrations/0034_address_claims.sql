-- The platform's claim to an address is a watch of its own, one for each network it was configured for. Configuration adds claims
-- and never takes one away; only an operator's command does. Until now the claim went with the wallet row.
insert into watched_addresses (family, address_key, reason, ref)
select w.family, w.address_key, 'platform', w.network || ':' || w.address_key
  from store_wallets w
 where w.store_id = 'str_platform'
on conflict do nothing;
-- Addresses that an earlier configuration named and that invoices still watch. Which network they were for is not known any more.
insert into watched_addresses (family, address_key, reason, ref)
select o.family, o.address_key, 'platform', 'retired:' || o.address_key
  from address_owners o
 where o.user_id is null
   and not exists (select 1 from watched_addresses w
                    where w.family = o.family and w.address_key = o.address_key and w.reason = 'platform')
on conflict do nothing;

alter table address_owners
  -- More than 100 transfers an hour: confirmed in a lane of its own, so that it delays nobody else.
  add column is_busy boolean not null default false,
  -- When it was last found busy, by a look at the chain or by our own table.
  add column busy_at timestamptz,
  -- When the owner proved to hold the key.
  add column proven_at timestamptz,
  add constraint address_owners_busy_has_time check (not is_busy or busy_at is not null);
create index address_owners_busy on address_owners (family, address_key) where is_busy;

-- What an owner is asked to sign. A used one stays as the proof; the others go when they have expired.
create table address_challenges (
  nonce text collate "C" primary key,
  user_id text collate "C" not null references users (id),
  family text collate "C" not null,
  address_key text collate "C" not null,
  message text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  signature text,
  constraint address_challenges_used_is_signed check ((used_at is null) = (signature is null))
);
create index address_challenges_user on address_challenges (user_id);
create index address_challenges_unused on address_challenges (expires_at) where used_at is null;
