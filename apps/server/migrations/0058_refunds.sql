set local lock_timeout = '5s';

-- What a merchant sends back of an invoice's payments, from any wallet of theirs. We hold no keys: we find the transfer and prove it.
create table refunds (
  id text collate "C" not null constraint refunds_pkey primary key,
  invoice_id text collate "C" not null constraint refunds_invoice_id_fkey references invoices (id),
  user_id text collate "C" not null,
  network text not null,
  to_address text not null,
  to_key text collate "C" not null,
  amount bigint not null constraint refunds_amount_positive check (amount > 0),
  reason text not null constraint refunds_reason_known
    check (reason in ('overpaid', 'double', 'late', 'underpaid', 'returned', 'other')),
  status text not null default 'planned' constraint refunds_status_known check (status in ('planned', 'seen', 'confirmed', 'cancelled')),
  created_by text collate "C" not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- As the merchant reported it or as it was found; before it is seen it proves nothing.
  tx_hash text,
  -- Why a reported transaction was not accepted after all.
  problem text,
  -- When the nodes are asked next; null: not at all.
  check_at timestamptz,
  checks integer not null default 0,
  -- The proof: one transfer of the USDT contract.
  log_key text collate "C",
  log_index integer,
  from_address text,
  raw numeric(78, 0),
  block_number bigint,
  block_hash text,
  block_time timestamptz,
  seen_at timestamptz,
  final_at timestamptz,
  constraint refunds_seen_by_proof check ((status in ('seen', 'confirmed')) = (log_key is not null)),
  constraint refunds_proof_is_whole check (log_key is null or (tx_hash is not null and log_index is not null and from_address is not null
    and raw is not null and block_number is not null and block_hash is not null and block_time is not null and seen_at is not null)),
  constraint refunds_confirmed_when_final check ((status = 'confirmed') = (final_at is not null))
);
create index refunds_of_invoice on refunds (invoice_id, id);
create index refunds_due on refunds (check_at) where check_at is not null;
-- Per owner: nobody blocks another merchant's refund by naming its public hash first.
create unique index refunds_transfer_once on refunds (user_id, network, tx_hash, log_key) where log_key is not null;

-- The sum of its confirmed refunds.
alter table invoices add column refunded bigint not null default 0;

alter table callback_deliveries
  drop constraint callback_deliveries_event_known,
  add constraint callback_deliveries_event_known check (event in ('seen', 'unseen', 'partly_paid', 'late_payment', 'completed', 'overpaid',
    'reversed', 'restored', 'refunded', 'expired'));
