set local lock_timeout = '5s';

-- Each token account has a place of its own. Signatures are listed again down to the anchor, which is final and older than the overlap:
-- nodes leave signatures out for a while and list later ones. An account's invoices expire once read_through is past their time.
alter table watched_token_accounts
  add column anchor_slot bigint,
  add column anchor_signature text collate "C",
  -- A list that was too long for one look goes on from here, downwards to the anchor, which then moves to resume_slot.
  add column resume_before text collate "C",
  add column resume_slot bigint,
  add column read_through timestamptz,
  add column failures int not null default 0,
  add column last_error text,
  -- When the owner was last asked for token accounts beside the associated one.
  add column owner_listed_at timestamptz;
-- The last signature was moved without an overlap: a day (of slots of 0.4 s) is listed once more, and what is known is not stored again.
update watched_token_accounts set anchor_slot = greatest(0, last_slot - 216000) where last_slot > 0;
alter table watched_token_accounts drop column last_signature, drop column last_slot;

-- What was listed since the anchor. Without read_at it is put aside: no node could give it, or it has not been its turn yet.
create table token_account_signatures (
  network text not null,
  token_account text not null,
  signature text collate "C" not null,
  slot bigint not null,
  block_time timestamptz,
  first_seen_at timestamptz not null,
  read_at timestamptz,
  -- Of a transfer that was taken back: looked for again, but nothing waits for it.
  is_recheck boolean not null default false,
  tries int not null default 0,
  last_error text,
  next_try_at timestamptz,
  primary key (network, token_account, signature),
  foreign key (network, token_account) references watched_token_accounts (network, token_account) on delete cascade,
  constraint token_account_signatures_read_or_due check ((read_at is null) = (next_try_at is not null)),
  constraint token_account_signatures_tries_not_negative check (tries >= 0)
);
create index token_account_signatures_unread on token_account_signatures (network, next_try_at) where read_at is null;

-- The identity of a transfer names its token account; of earlier ones only the ordinal is known.
update transfers t
   set log_key = 'ordinal-' || t.log_index || ':' ||
                 coalesce((select min(a.token_account) from watched_token_accounts a
                            where a.network = t.network and a.owner_key = t.to_key), t.to_key)
 where t.network = 'SOLANA' and position(':' in t.log_key) = 0;
