-- Watching the chains: who owns which address, what is watched, how far each network is read, and every transfer that came in.
-- A family is a set of networks on which the same key gives the same address: evm (BEP20, ERC20, POLYGON), tron, solana.
-- address_key is the one spelling of an address: 0x + 40 lower-case hex digits for evm and tron, base58 for solana.

-- An address belongs to one user (or, without a user, to the platform), on all networks of its family together.
create table address_owners (
  family text not null constraint address_owners_family_known check (family in ('evm', 'tron', 'solana')),
  address_key text not null,
  user_id text references users (id),
  claimed_at timestamptz not null default now(),
  primary key (family, address_key)
);
create index address_owners_user on address_owners (user_id);

-- One row per reason to watch: a wallet, an invoice that is not done, the platform's own address. The foreign key keeps an
-- address in its owner's hands for as long as anything watches it.
create table watched_addresses (
  family text not null,
  address_key text not null,
  reason text not null constraint watched_addresses_reason_known check (reason in ('wallet', 'invoice', 'platform')),
  ref text not null,
  -- The writing transaction: a scanner asks for everything from the oldest one that was still open when it last looked, so a
  -- row that commits late is not skipped, as it would be with "id > last id".
  added_xid xid8 not null default pg_current_xact_id(),
  added_at timestamptz not null default now(),
  primary key (family, address_key, reason, ref),
  constraint watched_addresses_are_owned foreign key (family, address_key) references address_owners (family, address_key)
);
create index watched_addresses_ref on watched_addresses (reason, ref);
create index watched_addresses_news on watched_addresses (family, added_xid);

-- One row per network: how far it is read, and which process may write. Every write of a scanner locks this row and names its
-- epoch, so one that was paused and has lost the lease cannot write any more.
create table chain_cursors (
  network text primary key,
  epoch bigint not null default 0,
  holder text,
  lease_until timestamptz,
  -- The first block not read yet: everything below is stored or proven empty.
  next_block bigint,
  -- Chain time of the last block that was read.
  read_through timestamptz,
  head_block bigint,
  final_block bigint,
  last_error text,
  last_error_at timestamptz,
  -- Why the network is not watched at all, such as other decimals than configured.
  refused text,
  updated_at timestamptz not null default now()
);

-- Hashes of blocks up to which a range was read. A block's hash covers all blocks before it, so the newest one that the node
-- still knows is where a reorganisation began.
create table chain_blocks (
  network text not null references chain_cursors (network),
  number bigint not null,
  hash text not null,
  time timestamptz not null,
  primary key (network, number)
);

-- Every transfer into a watched address. None is ever deleted.
create table transfers (
  id text primary key,
  network text not null,
  family text not null,
  tx_hash text not null,
  log_index integer not null,
  from_address text not null,
  to_address text not null,
  to_key text not null,
  -- Who owned the address when the transfer was seen; null is the platform.
  owner_id text references users (id),
  -- Micro-units, floored; raw is what the chain says, in the token's own smallest unit.
  amount bigint not null constraint transfers_amount_not_negative check (amount >= 0),
  raw numeric(78, 0) not null constraint transfers_raw_positive check (raw > 0),
  block_number bigint not null,
  block_hash text not null,
  block_time timestamptz not null,
  state text not null constraint transfers_state_known check (state in ('seen', 'matched', 'unmatched', 'ignored', 'reorged')),
  reason text,
  seen_at timestamptz not null,
  final_at timestamptz,
  reorged_at timestamptz,
  constraint transfers_reorged_has_time check (state <> 'reorged' or reorged_at is not null)
);
-- One credit per log. A transfer that a reorganisation removed keeps its row; when it comes back, in whatever block and at whatever
-- log index, the same row lives again.
create unique index transfers_log_unique on transfers (tx_hash, network, log_index) where state <> 'reorged';
create index transfers_removed on transfers (tx_hash, network) where state = 'reorged';
create index transfers_block on transfers (network, block_number);
create index transfers_not_final on transfers (network, block_number) where final_at is null and state <> 'reorged';
-- Lists, newest first: of an owner, of an address (a store's wallets), each with and without a state.
create index transfers_owner on transfers (owner_id, id desc);
create index transfers_owner_state on transfers (owner_id, state, id desc);
create index transfers_address on transfers (family, to_key, id desc);
create index transfers_address_state on transfers (family, to_key, state, id desc);
create index transfers_unmatched on transfers (id) where state = 'unmatched';

-- Solana has no logs to filter: each watched owner's token account is asked for its newest signatures.
create table watched_token_accounts (
  network text not null,
  token_account text not null,
  owner_key text not null,
  last_signature text,
  last_slot bigint not null default 0,
  polled_at timestamptz,
  primary key (network, token_account)
);
create index watched_token_accounts_owner on watched_token_accounts (network, owner_key);
