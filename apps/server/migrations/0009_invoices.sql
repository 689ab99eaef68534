-- Payment invoices of stores. Amounts are micro-units. docs/adr/0012-invoices.md says why it looks like this.
create extension if not exists pg_trgm;

create table invoices (
  -- Sorts by creation: lists and date filters go by it.
  id text collate "C" primary key,
  -- What customers and merchants know it by: unguessable, lower case.
  trans_id text collate "C" not null constraint invoices_trans_id_unique unique,
  store_id text collate "C" not null references stores (id),
  -- The store's owner; null is the platform, whose invoices top up balances.
  user_id text collate "C",
  -- The merchant's own order number makes a creation happen once; the hash tells whether it was the same order.
  request_id text collate "C",
  input_hash bytea not null,
  name text not null,
  description text,
  callback_url text,
  success_url text,
  cancel_url text,
  amount bigint not null constraint invoices_amount_positive check (amount > 0),
  fee bigint not null constraint invoices_fee_not_negative check (fee >= 0),
  -- Fixed when the invoice is made: in the trial the fee is recorded and never taken.
  fee_charged boolean not null,
  -- Where the fee is reserved in the ledger; null when it is not charged, and once the hold has ended.
  hold_id text,
  payable bigint not null constraint invoices_payable_covers check (payable >= amount + fee),
  -- Sum of the transfers that belong to it and are in a canonical block.
  paid bigint not null default 0,
  status text collate "C" not null default 'WAITING'
    constraint invoices_status_known check (status in ('WAITING', 'PROCESSING', 'SUCCESS', 'EXPIRED', 'FAILED')),
  flags text[] not null default '{}'
    constraint invoices_flags_known check (flags <@ array['paidLate', 'paidPartial', 'paidOver', 'resolvedByHand', 'cancelled', 'reversed']),
  -- Number of its newest event: gapless, starts at 1.
  version integer not null default 1,
  -- Copied from the store when the invoice is made: what changes there later changes nothing here.
  networks text[] not null,
  addresses text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Late money is still looked for until then; null when that is over.
  monitor_until timestamptz,
  -- Of the transfer that completed it.
  network text,
  from_address text,
  to_address text,
  trans_hash text collate "C",
  paid_at timestamptz,
  hidden_at timestamptz,
  constraint invoices_request_id_unique unique (store_id, request_id),
  constraint invoices_address_per_network check (cardinality(networks) = cardinality(addresses) and cardinality(networks) > 0)
);
-- One index per filter of the list, each newest first.
create index invoices_of_user on invoices (user_id, id desc) where hidden_at is null;
create index invoices_of_user_status on invoices (user_id, status, id desc) where hidden_at is null;
create index invoices_of_user_amount on invoices (user_id, amount) where hidden_at is null;
create index invoices_of_store on invoices (store_id, id desc) where hidden_at is null;
create index invoices_name on invoices using gin (lower(name) gin_trgm_ops);
create index invoices_description on invoices using gin (lower(description) gin_trgm_ops);
-- The sweeps read only what is due.
create index invoices_to_expire on invoices (expires_at) where status = 'WAITING';
create index invoices_monitored on invoices (monitor_until) where monitor_until is not null;

-- The row is the reservation: who sends exactly this amount to this address pays exactly this invoice, across all stores and users.
create table amount_reservations (
  family text collate "C" not null,
  address_key text collate "C" not null,
  payable bigint not null,
  invoice_id text collate "C" not null,
  -- Since when its invoice is expired or final; null while it can be paid as usual.
  ended_at timestamptz,
  primary key (family, address_key, payable)
);
create index amount_reservations_invoice on amount_reservations (invoice_id);

-- Which transfers belong to which invoice.
create table invoice_transfers (
  transfer_id text primary key references transfers (id),
  invoice_id text collate "C" not null references invoices (id),
  amount bigint not null,
  by_hand boolean not null default false,
  attached_at timestamptz not null
);
create index invoice_transfers_invoice on invoice_transfers (invoice_id);

-- How many invoices a store has in each state, so that no list has to count them. Sharded by connection, because one row per
-- store and state would make every creation of a store wait for the one before it.
create table invoice_counts (
  store_id text collate "C" not null,
  status text collate "C" not null,
  shard smallint not null,
  user_id text collate "C",
  total bigint not null,
  primary key (store_id, status, shard)
) with (fillfactor = 50);
create index invoice_counts_user on invoice_counts (user_id);

create function invoice_counts_add() returns trigger language plpgsql as $$
begin
  insert into invoice_counts as c (store_id, status, shard, user_id, total)
    select store_id, status, pg_backend_pid() % 8, min(user_id), count(*) from added where hidden_at is null
     group by store_id, status order by store_id, status
    on conflict (store_id, status, shard) do update set total = c.total + excluded.total;
  return null;
end $$;
create trigger invoices_count_new after insert on invoices referencing new table as added
  for each statement execute function invoice_counts_add();

create function invoice_counts_move() returns trigger language plpgsql as $$
begin
  insert into invoice_counts as c (store_id, status, shard, user_id, total)
    select store_id, status, pg_backend_pid() % 8, min(user_id), sum(step) from (
      select store_id, status, user_id, 1 as step from added where hidden_at is null
      union all
      select store_id, status, user_id, -1 from removed where hidden_at is null) steps
     group by store_id, status having sum(step) <> 0 order by store_id, status
    on conflict (store_id, status, shard) do update set total = c.total + excluded.total;
  return null;
end $$;
create trigger invoices_count_moved after update on invoices referencing new table as added old table as removed
  for each statement execute function invoice_counts_move();

create function invoices_stay() returns trigger language plpgsql as $$
begin
  if new.amount <> old.amount or new.fee <> old.fee or new.payable <> old.payable or new.store_id <> old.store_id
     or new.addresses <> old.addresses or new.version < old.version then
    raise exception 'what an invoice was made with does not change' using errcode = 'restrict_violation';
  end if;
  if not (old.status = new.status or case old.status
      when 'WAITING' then new.status in ('PROCESSING', 'SUCCESS', 'EXPIRED')
      when 'PROCESSING' then new.status in ('WAITING', 'SUCCESS', 'EXPIRED')
      when 'EXPIRED' then new.status in ('PROCESSING', 'SUCCESS', 'FAILED')
      when 'FAILED' then new.status in ('PROCESSING', 'SUCCESS')
      else false end) then
    raise exception 'an invoice does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger invoices_stay before update on invoices for each row execute function invoices_stay();

-- Reserves one of the candidates, the first that is free at all addresses; null when none is.
-- A candidate that another creation holds without having committed is waited for, then found taken.
create function reserve_payable(
  p_invoice text, p_families text[], p_keys text[], p_candidates bigint[], out payable bigint, out free integer
) language plpgsql as $$
#variable_conflict use_column
declare
  wanted integer := cardinality(p_keys);
  got integer;
  untaken bigint[] := p_candidates[1:1];
begin
  for attempt in 1..2 loop
    foreach payable in array untaken loop
      insert into amount_reservations (family, address_key, payable, invoice_id)
        select family, key, reserve_payable.payable, p_invoice from unnest(p_families, p_keys) as a (family, key) order by family, key
        on conflict do nothing;
      get diagnostics got = row_count;
      if got = wanted then return; end if;
      if got > 0 then delete from amount_reservations where invoice_id = p_invoice; end if;
    end loop;
    -- The first is taken: ask once for all that are, instead of trying them one by one.
    select coalesce(array_agg(c order by n), '{}') into untaken
      from unnest(p_candidates[2:]) with ordinality as u (c, n)
     where c not in (
       select r.payable from unnest(p_families, p_keys) as a (family, key)
         join amount_reservations r on r.family = a.family and r.address_key = a.key
        where r.payable between (select min(c) from unnest(p_candidates) c) and (select max(c) from unnest(p_candidates) c));
    free := cardinality(untaken);
  end loop;
  payable := null;
end $$;

-- When nothing is free: the amount whose invoices have been expired or final longest, and for more than two hours, changes hands.
create function take_over_payable(
  p_invoice text, p_families text[], p_keys text[], p_low bigint, p_high bigint, p_now timestamptz, out payable bigint
) language plpgsql as $$
#variable_conflict use_column
declare
  got integer;
begin
  for attempt in 1..5 loop -- another creation may be faster
    select r.payable into payable from unnest(p_families, p_keys) as a (family, key)
      join amount_reservations r on r.family = a.family and r.address_key = a.key
     where r.payable between p_low and p_high
     group by r.payable having bool_and(coalesce(r.ended_at < p_now - interval '2 hours', false))
     order by max(r.ended_at), r.payable limit 1;
    if payable is null then return; end if;
    delete from amount_reservations r using unnest(p_families, p_keys) as a (family, key)
     where r.family = a.family and r.address_key = a.key and r.payable = take_over_payable.payable
       and r.ended_at < p_now - interval '2 hours';
    insert into amount_reservations (family, address_key, payable, invoice_id)
      select family, key, take_over_payable.payable, p_invoice from unnest(p_families, p_keys) as a (family, key) order by family, key
      on conflict do nothing;
    get diagnostics got = row_count;
    if got = cardinality(p_keys) then return; end if;
    delete from amount_reservations where invoice_id = p_invoice;
  end loop;
  payable := null;
end $$;

-- The whole creation in one statement, so that it is one round trip and all or nothing. Amounts, fee, expiry and candidates are
-- decided by the caller; here is only what has to be decided under locks. Locks are taken in the order that every other path keeps:
-- request · store's addresses · reservations · ledger wallet.
-- Outcomes: created · existing (same request_id) · no_address · crowded (no candidate is free; ask again with more) · none_left.
-- Too little balance raises SG402, which undoes everything; its detail is what is available.
create function create_invoice(
  p_id text, p_trans_id text, p_store text, p_user text, p_request_id text, p_input_hash bytea, p_name text, p_description text,
  p_callback_url text, p_success_url text, p_cancel_url text, p_amount bigint, p_fee bigint, p_charged boolean,
  p_networks text[], p_candidates bigint[], p_take_over_from bigint, p_now timestamptz, p_expires_at timestamptz, p_monitor_until timestamptz,
  p_zone text, p_event jsonb, p_consumers text[],
  out outcome text, out trans_id text, out input_hash bytea, out amount bigint, out payable bigint, out expires_at timestamptz, out free integer
) language plpgsql as $$
#variable_conflict use_column
declare
  networks text[];
  addresses text[];
  families text[];
  keys text[];
  held record;
  hold_id text;
  event_id bigint;
begin
  if p_request_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('invoice-request:' || p_store || ':' || p_request_id, 0));
    select i.trans_id, i.input_hash, i.amount, i.payable, i.expires_at into trans_id, input_hash, amount, payable, expires_at
      from invoices i where i.store_id = p_store and i.request_id = p_request_id;
    if found then outcome := 'existing'; return; end if;
  end if;

  perform pg_advisory_xact_lock_shared(hashtextextended('store-addresses:' || p_store, 0));
  select array_agg(w.network order by w.network), array_agg(w.address order by w.network)
    into networks, addresses from store_wallets w where w.store_id = p_store and w.network = any(p_networks);
  if networks is null then outcome := 'no_address'; return; end if;
  select array_agg(d.family), array_agg(d.address_key) into families, keys
    from (select distinct w.family, w.address_key from store_wallets w where w.store_id = p_store and w.network = any(p_networks)) d;

  select r.payable, r.free into payable, free from reserve_payable(p_id, families, keys, p_candidates) r;
  if payable is null and p_take_over_from is not null then
    select t.payable into payable
      from take_over_payable(p_id, families, keys, p_take_over_from, (select max(c) from unnest(p_candidates) c), p_now) t;
    if payable is null then outcome := 'none_left'; return; end if;
  elsif payable is null then
    outcome := 'crowded';
    return;
  end if;

  if p_charged and p_fee > 0 then
    select h.outcome, h.wallet, h.number, h.available into held
      from ledger_post(p_user, 'pending', 'fee', 0, 0, p_fee, 'fees', false, null, p_id, 'invoice-fee:' || p_id, p_now, p_zone) h;
    if held.outcome <> 'posted' then
      raise exception 'the fee cannot be reserved: %', held.outcome using errcode = 'SG402', detail = held.available::text;
    end if;
    hold_id := 'led_' || held.wallet || '_' || held.number;
  end if;

  insert into invoices (id, trans_id, store_id, user_id, request_id, input_hash, name, description, callback_url, success_url, cancel_url,
      amount, fee, fee_charged, hold_id, payable, networks, addresses, created_at, expires_at, monitor_until)
    values (p_id, p_trans_id, p_store, p_user, p_request_id, p_input_hash, p_name, p_description, p_callback_url, p_success_url,
      p_cancel_url, p_amount, p_fee, p_charged, hold_id, payable, networks, addresses, p_now, p_expires_at, p_monitor_until);
  insert into events (topic, subject, version, payload) values ('invoice.created', p_id, 1, p_event) returning id into event_id;
  if cardinality(p_consumers) > 0 then
    insert into event_tasks (consumer, event_id) select name, event_id from unnest(p_consumers) as c (name);
  end if;
  outcome := 'created'; trans_id := p_trans_id; input_hash := p_input_hash; amount := p_amount; expires_at := p_expires_at;
end $$;
