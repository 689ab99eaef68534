-- Top-ups of prepaid balances, by USDT or by bank. Amounts are micro-units, VND are whole, rates are millionths of a dong per dollar.

create table deposits (
  -- Sorts by creation.
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id),
  method text collate "C" not null constraint deposits_method_known check (method in ('usdt-auto', 'vietnam-bank-auto')),
  status text collate "C" not null default 'PENDING' constraint deposits_status_known check (status in ('PENDING', 'PAID', 'CANCELED')),
  amount bigint not null constraint deposits_amount_positive check (amount > 0),
  -- Credited so far, less what was taken back: what came, not what was asked for.
  received bigint not null default 0 constraint deposits_received_not_negative check (received >= 0),
  topup_back text,
  note text,
  -- Of the newest payment: a transaction hash, or the bank feed's number.
  tid text,
  -- By USDT: the payment invoice of the platform's store.
  invoice_id text collate "C" constraint deposits_invoice_unique unique references invoices (id),
  trans_id text collate "C",
  -- By bank. A reference is never used twice, since money with it may come at any time. The account is copied: the QR that was
  -- shown stays the QR of this deposit.
  reference text collate "C" constraint deposits_reference_unique unique,
  amount_vnd bigint,
  rate bigint,
  bank jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  constraint deposits_fit_method check (case method
    when 'usdt-auto' then invoice_id is not null and trans_id is not null and reference is null
    else reference is not null and amount_vnd > 0 and rate > 0 and bank is not null and invoice_id is null end)
);
-- Lists are newest first: one index per filter.
create index deposits_of_user on deposits (user_id, id desc);
create index deposits_status on deposits (status, id desc);
create index deposits_method on deposits (method, status, id desc);
-- What is open: the limit per user, and the sweep, which reads only what is due.
create index deposits_open_of_user on deposits (user_id) where status = 'PENDING' and method = 'usdt-auto';
create index deposits_to_cancel on deposits (expires_at) where status = 'PENDING' and method = 'vietnam-bank-auto';
-- Candidates for a bank transfer that names no reference.
create index deposits_open_amount on deposits (amount_vnd) where status = 'PENDING' and method = 'vietnam-bank-auto';

-- Each payment that was credited or taken back (negative). The source is a transfer on chain or a bank transfer.
create table deposit_credits (
  id bigint generated always as identity primary key,
  deposit_id text collate "C" not null references deposits (id),
  source text collate "C" not null,
  amount bigint not null constraint deposit_credits_move check (amount <> 0),
  ledger_transfer text not null,
  created_at timestamptz not null
);
create index deposit_credits_deposit on deposit_credits (deposit_id, source);
create trigger deposit_credits_append_only before update or delete on deposit_credits for each row execute function refuse_change();
create trigger deposit_credits_no_truncate before truncate on deposit_credits for each statement execute function refuse_change();

-- Every incoming transfer that a bank feed told of, once. The feed's own number says which.
create table bank_transfers (
  id text collate "C" primary key,
  provider text collate "C" not null constraint bank_transfers_provider_known check (provider in ('sepay', 'casso')),
  transaction_id text collate "C" not null,
  account text not null,
  amount_vnd bigint not null constraint bank_transfers_amount_positive check (amount_vnd > 0),
  content text not null,
  -- The bank's own number: two feeds on one account tell of the same transfer.
  bank_number text collate "C",
  raw jsonb not null,
  received_at timestamptz not null,
  state text collate "C" not null constraint bank_transfers_state_known check (state in ('credited', 'unmatched', 'duplicate')),
  reason text collate "C",
  deposit_id text collate "C" references deposits (id),
  constraint bank_transfers_once unique (provider, transaction_id),
  constraint bank_transfers_credited_to check ((state = 'credited') = (deposit_id is not null))
);
create index bank_transfers_inbox on bank_transfers (id desc) where state = 'unmatched';
create index bank_transfers_number on bank_transfers (bank_number) where bank_number is not null;
create index bank_transfers_deposit on bank_transfers (deposit_id) where deposit_id is not null;

-- The last rate that was fetched and believed; one row.
create table vnd_rate (
  id boolean primary key default true constraint vnd_rate_is_one_row check (id),
  rate bigint not null constraint vnd_rate_positive check (rate > 0),
  fetched_at timestamptz not null
);

-- Received per day of the business time zone, so that statistics never scan. Sharded by connection: top-ups do not wait for each other.
create table deposit_days (
  day date not null,
  method text collate "C" not null,
  shard smallint not null,
  received bigint not null,
  credits bigint not null,
  primary key (day, method, shard)
) with (fillfactor = 50);

-- How many there are: per user, and over all (sharded), so that no list has to count them.
create table deposit_counts (
  user_id text collate "C" not null,
  status text collate "C" not null,
  total bigint not null,
  primary key (user_id, status)
) with (fillfactor = 50);
create table deposit_totals (
  method text collate "C" not null,
  status text collate "C" not null,
  shard smallint not null,
  total bigint not null,
  primary key (method, status, shard)
) with (fillfactor = 50);

create function deposit_counts_add() returns trigger language plpgsql as $$
begin
  insert into deposit_counts as c (user_id, status, total)
    select user_id, status, count(*) from added group by user_id, status order by user_id, status
    on conflict (user_id, status) do update set total = c.total + excluded.total;
  insert into deposit_totals as c (method, status, shard, total)
    select method, status, pg_backend_pid() % 8, count(*) from added group by method, status order by method, status
    on conflict (method, status, shard) do update set total = c.total + excluded.total;
  return null;
end $$;
create trigger deposits_count_new after insert on deposits referencing new table as added
  for each statement execute function deposit_counts_add();

create function deposit_counts_move() returns trigger language plpgsql as $$
begin
  insert into deposit_counts as c (user_id, status, total)
    select user_id, status, sum(step) from (
      select user_id, status, 1 as step from added union all select user_id, status, -1 from removed) steps
     group by user_id, status having sum(step) <> 0 order by user_id, status
    on conflict (user_id, status) do update set total = c.total + excluded.total;
  insert into deposit_totals as c (method, status, shard, total)
    select method, status, pg_backend_pid() % 8, sum(step) from (
      select method, status, 1 as step from added union all select method, status, -1 from removed) steps
     group by method, status having sum(step) <> 0 order by method, status
    on conflict (method, status, shard) do update set total = c.total + excluded.total;
  return null;
end $$;
create trigger deposits_count_moved after update on deposits referencing new table as added old table as removed
  for each statement execute function deposit_counts_move();

create function deposits_stay() returns trigger language plpgsql as $$
begin
  if new.amount <> old.amount or new.user_id <> old.user_id or new.method <> old.method or new.reference is distinct from old.reference
     or new.amount_vnd is distinct from old.amount_vnd or new.rate is distinct from old.rate
     or new.invoice_id is distinct from old.invoice_id then
    raise exception 'what a deposit was made with does not change' using errcode = 'restrict_violation';
  end if;
  if not (old.status = new.status or case old.status
      when 'PENDING' then new.status in ('PAID', 'CANCELED')
      when 'CANCELED' then new.status = 'PAID'
      else false end) then
    raise exception 'a deposit does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger deposits_stay before update on deposits for each row execute function deposits_stay();
