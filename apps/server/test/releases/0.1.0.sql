-- A database of release 0.1.0, which this one can update: tests do so, and `npm run schema` starts from it. Never edited.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.create_invoice(p_id text, p_trans_id text, p_store text, p_user text, p_request_id text, p_input_hash bytea, p_name text, p_description text, p_callback_url text, p_success_url text, p_cancel_url text, p_amount bigint, p_fee bigint, p_charged boolean, p_networks text[], p_candidates bigint[], p_take_over_from bigint, p_now timestamp with time zone, p_expires_at timestamp with time zone, p_monitor_until timestamp with time zone, p_zone text, p_event jsonb, p_consumers text[], p_name_searched text, p_description_searched text, p_text_keys integer[], OUT outcome text, OUT trans_id text, OUT input_hash bytea, OUT amount bigint, OUT payable bigint, OUT expires_at timestamp with time zone, OUT free integer, OUT available bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
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
    held := ledger_post(p_user, 'pending', 'fee', 0, 0, p_fee, 'fees', false, null, p_id, 'invoice-fee:' || p_id, p_now, p_zone);
    if held.outcome <> 'posted' then
      raise exception 'the fee cannot be reserved: %', held.outcome using errcode = 'SG402', detail = held.available::text;
    end if;
    available := held.available;
    hold_id := 'led_' || held.wallet || '_' || held.number;
  end if;

  insert into invoices (id, trans_id, store_id, user_id, request_id, input_hash, name, description, callback_url, success_url, cancel_url,
      amount, fee, fee_charged, hold_id, payable, networks, addresses, created_at, expires_at, monitor_until)
    values (p_id, p_trans_id, p_store, p_user, p_request_id, p_input_hash, p_name, p_description, p_callback_url, p_success_url,
      p_cancel_url, p_amount, p_fee, p_charged, hold_id, payable, networks, addresses, p_now, p_expires_at, p_monitor_until);
  insert into invoice_texts (id, user_id, trans_start, name, description, keys)
    values (p_id, p_user, left(p_trans_id, 2), p_name_searched, p_description_searched, p_text_keys);
  insert into events (topic, subject, version, payload) values ('invoice.created', p_id, 1, p_event) returning id into event_id;
  if cardinality(p_consumers) > 0 then
    insert into event_tasks (consumer, event_id) select name, event_id from unnest(p_consumers) as c (name);
  end if;
  outcome := 'created'; trans_id := p_trans_id; input_hash := p_input_hash; amount := p_amount; expires_at := p_expires_at;
end $function$
;

CREATE OR REPLACE FUNCTION public.deposit_counts_add()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into deposit_counts as c (user_id, status, total)
    select user_id, status, count(*) from added group by user_id, status order by user_id, status
    on conflict (user_id, status) do update set total = c.total + excluded.total;
  insert into deposit_totals as c (method, status, shard, total)
    select method, status, pg_backend_pid() % 8, count(*) from added group by method, status order by method, status
    on conflict (method, status, shard) do update set total = c.total + excluded.total;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.deposit_counts_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.deposits_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.invoice_counts_add()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into invoice_counts as c (store_id, status, shard, user_id, total)
    select store_id, status, pg_backend_pid() % 8, min(user_id), count(*) from added where hidden_at is null
     group by store_id, status order by store_id, status
    on conflict (store_id, status, shard) do update set total = c.total + excluded.total;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.invoice_counts_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into invoice_counts as c (store_id, status, shard, user_id, total)
    select store_id, status, pg_backend_pid() % 8, min(user_id), sum(step) from (
      select store_id, status, user_id, 1 as step from added where hidden_at is null
      union all
      select store_id, status, user_id, -1 from removed where hidden_at is null) steps
     group by store_id, status having sum(step) <> 0 order by store_id, status
    on conflict (store_id, status, shard) do update set total = c.total + excluded.total;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.invoice_text_hash(p_text text)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  h bigint := 2166136261;
begin
  for i in 1..length(p_text) loop
    h := ((h # ascii(substr(p_text, i, 1))) * 16777619) & 4294967295;
  end loop;
  return (h >> 16) # (h & 65535);
end $function$
;

CREATE OR REPLACE FUNCTION public.invoice_text_keys(p_user text, p_ms bigint, p_trans_id text, p_name text, p_description text)
 RETURNS integer[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  span bigint := p_ms >> 30;
  own bigint := (invoice_text_hash(p_user || ':' || span) & 32767) << 16;
  everybody bigint := (32768 | (span & 32767)) << 16;
  ids text[] := array['t^' || left(p_trans_id, 1), 't^' || left(p_trans_id, 2)];
  numbers text[] := '{}';
  short text[] := array['n^' || left(p_name, 1), 'n^' || left(p_name, 2)];
  long text[] := '{}';
begin
  for i in 1..length(p_name) - 2 loop short := short || ('n' || substr(p_name, i, 3)); end loop;
  for i in 1..length(p_name) - 4 loop numbers := numbers || ('n' || substr(p_name, i, 5)); end loop;
  if p_description <> '' then
    short := short || array['d^' || left(p_description, 1), 'd^' || left(p_description, 2)];
    for i in 1..length(p_description) - 2 loop short := short || ('d' || substr(p_description, i, 3)); end loop;
    for i in 1..length(p_description) - 4 loop long := long || ('d' || substr(p_description, i, 5)); end loop;
  end if;
  return (select array_agg(distinct (case when key > 2147483647 then key - 4294967296 else key end)::integer)
            from (select own | invoice_text_hash(gram) as key from unnest(ids || short || numbers) gram where p_user is not null
                  union all select everybody | invoice_text_hash(gram) from unnest(short || numbers || long) gram) k);
end $function$
;

CREATE OR REPLACE FUNCTION public.invoice_texts_hide()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update invoice_texts set hidden = new.hidden_at is not null where id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.invoices_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_end_hold(p_wallet_id bigint, p_hold bigint, p_phase text, p_amount bigint, p_at timestamp with time zone, p_zone text, OUT outcome text, OUT wallet bigint, OUT number bigint, OUT moved bigint, OUT owed bigint, OUT balance bigint, OUT available bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  hold ledger_transfers;
  amount bigint;
begin
  -- Needs no lock: a pending row never changes.
  select * into hold from ledger_transfers t where t.wallet_id = p_wallet_id and t.version = p_hold and t.phase = 'pending';
  if not found then outcome := 'unknown_hold'; return; end if;
  amount := case p_phase when 'posted' then coalesce(p_amount, hold.held_delta) else 0 end;
  if amount > hold.held_delta then outcome := 'more_than_held'; return; end if;
  select * into outcome, wallet, number, moved, owed, balance, available
    from ledger_post((select w.user_id from ledger_wallets w where w.id = p_wallet_id), p_phase, hold.kind, -amount, 0, -hold.held_delta,
      hold.platform_account, false, hold.version, hold.reference, 'hold-end:' || hold.wallet_id || ':' || hold.version, p_at, p_zone);
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_post(p_user text, p_phase text, p_kind text, p_wallet bigint, p_receivable bigint, p_held bigint, p_account text, p_may_owe boolean, p_ends_hold bigint, p_reference text, p_key text, p_at timestamp with time zone, p_zone text, OUT outcome text, OUT wallet bigint, OUT number bigint, OUT moved bigint, OUT owed bigint, OUT balance bigint, OUT available bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  held bigint;
  at timestamptz;
begin
  update ledger_wallets w
     set balance = w.balance + p_wallet, held = w.held + p_held, owed = w.owed - p_receivable, version = w.version + 1,
         changed_at = greatest(p_at, w.changed_at)
   where w.user_id = p_user and w.balance + p_wallet >= w.held + p_held and w.held + p_held >= 0
   returning 'posted', w.id, w.version, p_wallet, w.owed, w.balance, w.held, w.balance - w.held, w.changed_at
    into outcome, wallet, number, moved, owed, balance, held, available, at;
  if not found then
    select * into outcome, wallet, number, moved, owed, balance, available from ledger_post_otherwise(
      p_user, p_phase, p_kind, p_wallet, p_receivable, p_held, p_account, p_may_owe, p_ends_hold, p_reference, p_key, p_at);
    return;
  end if;

  insert into ledger_transfers (wallet_id, version, phase, kind, wallet_delta, receivable_delta, platform_account,
      held_delta, balance_after, held_after, owed_after, ends_hold, reference, idempotency_key, created_at)
    select wallet, number, p_phase, p_kind, p_wallet, p_receivable, p_account,
      p_held, balance, held, owed, p_ends_hold, p_reference, p_key, at
    on conflict (idempotency_key) do nothing;
  if not found then -- it had happened before: nobody has seen the wallet move, so move it back
    update ledger_wallets w
       set balance = w.balance - p_wallet, held = w.held - p_held, owed = w.owed + p_receivable, version = w.version - 1
     where w.id = wallet;
    available := available - p_wallet + p_held;
    select * into strict outcome, number, moved, owed, balance
      from ledger_replay(wallet, p_phase, p_kind, p_wallet + p_receivable, p_held, p_account, p_ends_hold, p_reference, p_key);
    return;
  end if;

  if owed <> 0 or p_receivable <> 0 then
    owed := -p_receivable;
    perform ledger_settle(wallet, p_kind, p_wallet, p_receivable, p_reference, p_key, p_at);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_post_otherwise(p_user text, p_phase text, p_kind text, p_wallet bigint, p_receivable bigint, p_held bigint, p_account text, p_may_owe boolean, p_ends_hold bigint, p_reference text, p_key text, p_at timestamp with time zone, OUT outcome text, OUT wallet bigint, OUT number bigint, OUT moved bigint, OUT owed bigint, OUT balance bigint, OUT available bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  w ledger_wallets;
  lacking bigint;
begin
  -- A row that does not exist cannot be locked: insert it first. What was decided without the lock is decided again under it.
  insert into ledger_wallets (user_id, changed_at) values (p_user, p_at) on conflict do nothing;
  select * into strict w from ledger_wallets where user_id = p_user for no key update;
  wallet := w.id;
  available := w.balance - w.held;
  select * into outcome, number, moved, owed, balance
    from ledger_replay(w.id, p_phase, p_kind, p_wallet + p_receivable, p_held, p_account, p_ends_hold, p_reference, p_key);
  if found then return; end if;

  lacking := case when p_may_owe then greatest(0, -(available + p_wallet)) else 0 end; -- what is held belongs to open invoices
  if available + p_wallet + lacking >= p_held and w.held + p_held >= 0 then
    select * into outcome, wallet, number, moved, owed, balance, available from ledger_post(p_user, p_phase, p_kind,
      p_wallet + lacking, p_receivable - lacking, p_held, p_account, false, p_ends_hold, p_reference, p_key, p_at, null);
  else
    outcome := 'insufficient';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_replay(p_wallet_id bigint, p_phase text, p_kind text, p_gain bigint, p_held bigint, p_account text, p_ends_hold bigint, p_reference text, p_key text)
 RETURNS TABLE(outcome text, number bigint, moved bigint, owed bigint, balance bigint)
 LANGUAGE sql
AS $function$
  select case when t.wallet_id = p_wallet_id and t.phase = p_phase and t.kind = p_kind and t.wallet_delta + t.receivable_delta = p_gain
                and t.held_delta = p_held and t.platform_account = p_account
                and t.ends_hold is not distinct from p_ends_hold and t.reference = p_reference
              then 'replayed' else 'key_reused' end,
         t.version, t.wallet_delta, -t.receivable_delta, t.balance_after
    from ledger_transfers t where t.idempotency_key = p_key
$function$
;

CREATE OR REPLACE FUNCTION public.ledger_settle(p_wallet_id bigint, p_kind text, p_wallet bigint, p_receivable bigint, p_reference text, p_key text, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  w ledger_wallets;
  fees bigint;
  other bigint;
begin
  if p_kind <> 'fee' and p_receivable <> 0 then
    update ledger_wallets set owed_other = owed_other - p_receivable where id = p_wallet_id;
  end if;
  if p_wallet <= 0 then return; end if;
  select * into strict w from ledger_wallets where id = p_wallet_id;
  fees := least(w.owed - w.owed_other, w.balance - w.held);
  other := least(w.owed_other, w.balance - w.held - fees);
  if fees > 0 then
    perform ledger_post(w.user_id, 'posted', 'fee', -fees, fees, 0, 'fees', false, null, p_reference, p_key || '#owed-fees', p_at, null);
  end if;
  if other > 0 then
    perform ledger_post(w.user_id, 'posted', 'adjust', -other, other, 0, 'adjustments', false, null, p_reference, p_key || '#owed-other', p_at, null);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_state_hash(p_version bigint, p_balance bigint, p_held bigint, p_owed bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select hashint8extended(p_balance, hashint8extended(p_held, hashint8extended(p_owed, p_version))) $function$
;

CREATE OR REPLACE FUNCTION public.name_grams(p_name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select coalesce(array_agg(distinct substr(p_name, i, n)), '{}') from unnest(array[3, 5]) n, generate_series(1, length(p_name) - n + 1) i
$function$
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.reserve_payable(p_invoice text, p_families text[], p_keys text[], p_candidates bigint[], OUT payable bigint, OUT free integer)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.take_over_payable(p_invoice text, p_families text[], p_keys text[], p_low bigint, p_high bigint, p_now timestamp with time zone, OUT payable bigint)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.text_grams(p_text text, p_length integer)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select coalesce(array_agg(distinct substr(p_text, i, p_length)), '{}') from generate_series(1, length(p_text) - p_length + 1) i
$function$
;

CREATE OR REPLACE FUNCTION public.user_counts_add()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into user_counts as c (since, shard, total)
    select since, pg_backend_pid() % 4, count(*)
      from added, unnest(array[timestamptz '-infinity', date_bin('15 minutes', created_at, timestamptz 'epoch')]) as since
     group by since order by since
    on conflict (since, shard) do update set total = c.total + excluded.total;
  return null;
end $function$
;

create extension if not exists pg_trgm;

create table address_owners (
  family text collate "C" not null,
  address_key text collate "C" not null,
  user_id text collate "C",
  claimed_at timestamp with time zone not null default now(),
  constraint address_owners_pkey PRIMARY KEY (family, address_key),
  constraint address_owners_family_known CHECK ((family = ANY (ARRAY['evm'::text, 'tron'::text, 'solana'::text])))
);

create table amount_reservations (
  family text collate "C" not null,
  address_key text collate "C" not null,
  payable bigint not null,
  invoice_id text collate "C" not null,
  ended_at timestamp with time zone,
  constraint amount_reservations_pkey PRIMARY KEY (family, address_key, payable)
);

create table audit_log (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}'::jsonb,
  constraint audit_log_pkey PRIMARY KEY (id)
);

create table bank_transfers (
  id text collate "C" not null,
  provider text collate "C" not null,
  transaction_id text collate "C" not null,
  account text not null,
  amount_vnd bigint not null,
  content text not null,
  bank_number text collate "C",
  raw jsonb not null,
  received_at timestamp with time zone not null,
  state text collate "C" not null,
  reason text collate "C",
  deposit_id text collate "C",
  constraint bank_transfers_once UNIQUE (provider, transaction_id),
  constraint bank_transfers_pkey PRIMARY KEY (id),
  constraint bank_transfers_amount_positive CHECK ((amount_vnd > 0)),
  constraint bank_transfers_credited_to CHECK (((state = 'credited'::text) = (deposit_id IS NOT NULL))),
  constraint bank_transfers_provider_known CHECK ((provider = ANY (ARRAY['sepay'::text, 'casso'::text]))),
  constraint bank_transfers_state_known CHECK ((state = ANY (ARRAY['credited'::text, 'unmatched'::text, 'duplicate'::text])))
);

create table callback_attempts (
  id bigint not null generated always as identity,
  delivery_id text collate "C" not null,
  at timestamp with time zone not null,
  outcome text collate "C" not null,
  http_status integer,
  duration_ms integer not null,
  response text,
  constraint callback_attempts_pkey PRIMARY KEY (id),
  constraint callback_attempts_duration_not_negative CHECK ((duration_ms >= 0)),
  constraint callback_attempts_outcome_known CHECK ((outcome = ANY (ARRAY['delivered'::text, 'refused'::text, 'gone'::text, 'timeout'::text, 'unreachable'::text, 'blocked_address'::text])))
);

create table callback_deliveries (
  id text collate "C" not null,
  invoice_id text collate "C" not null,
  store_id text collate "C" not null,
  user_id text collate "C",
  event text collate "C" not null,
  url text not null,
  endpoint text collate "C" not null,
  body jsonb not null,
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  lease_token uuid,
  lease_until timestamp with time zone,
  outcome text collate "C",
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint callback_deliveries_once UNIQUE (invoice_id, event),
  constraint callback_deliveries_pkey PRIMARY KEY (id),
  constraint callback_deliveries_ended CHECK (((outcome IS NULL) = (ended_at IS NULL))),
  constraint callback_deliveries_event_known CHECK ((event = ANY (ARRAY['completed'::text, 'expired'::text]))),
  constraint callback_deliveries_leased CHECK (((lease_token IS NULL) = (lease_until IS NULL))),
  constraint callback_deliveries_outcome_known CHECK ((outcome = ANY (ARRAY['delivered'::text, 'superseded'::text, 'dead'::text])))
);

create table chain_blocks (
  network text not null,
  number bigint not null,
  hash text not null,
  time timestamp with time zone not null,
  constraint chain_blocks_pkey PRIMARY KEY (network, number)
);

create table chain_cursors (
  network text not null,
  epoch bigint not null default 0,
  holder text,
  lease_until timestamp with time zone,
  next_block bigint,
  read_through timestamp with time zone,
  head_block bigint,
  final_block bigint,
  last_error text,
  last_error_at timestamp with time zone,
  refused text,
  updated_at timestamp with time zone not null default now(),
  constraint chain_cursors_pkey PRIMARY KEY (network)
);

create table contact_messages (
  id text collate "C" not null,
  name text not null,
  email text not null,
  phone text not null,
  message text not null,
  ip text not null,
  created_at timestamp with time zone not null,
  constraint contact_messages_pkey PRIMARY KEY (id),
  constraint contact_messages_email_length CHECK (((length(email) >= 1) AND (length(email) <= 50))),
  constraint contact_messages_message_length CHECK (((length(message) >= 1) AND (length(message) <= 1500))),
  constraint contact_messages_name_length CHECK (((length(name) >= 1) AND (length(name) <= 50))),
  constraint contact_messages_phone_length CHECK (((length(phone) >= 1) AND (length(phone) <= 50)))
);

create table deposit_counts (
  user_id text collate "C" not null,
  status text collate "C" not null,
  total bigint not null,
  constraint deposit_counts_pkey PRIMARY KEY (user_id, status)
) with (fillfactor=50);

create table deposit_credits (
  id bigint not null generated always as identity,
  deposit_id text collate "C" not null,
  source text collate "C" not null,
  amount bigint not null,
  ledger_transfer text not null,
  created_at timestamp with time zone not null,
  constraint deposit_credits_pkey PRIMARY KEY (id),
  constraint deposit_credits_move CHECK ((amount <> 0))
);

create table deposit_days (
  day date not null,
  method text collate "C" not null,
  shard smallint not null,
  received bigint not null,
  credits bigint not null,
  constraint deposit_days_pkey PRIMARY KEY (day, method, shard)
) with (fillfactor=50);

create table deposit_totals (
  method text collate "C" not null,
  status text collate "C" not null,
  shard smallint not null,
  total bigint not null,
  constraint deposit_totals_pkey PRIMARY KEY (method, status, shard)
) with (fillfactor=50);

create table deposits (
  id text collate "C" not null,
  user_id text collate "C" not null,
  method text collate "C" not null,
  status text collate "C" not null default 'PENDING'::text,
  amount bigint not null,
  received bigint not null default 0,
  topup_back text,
  note text,
  tid text,
  invoice_id text collate "C",
  trans_id text collate "C",
  reference text collate "C",
  amount_vnd bigint,
  rate bigint,
  bank jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint deposits_invoice_unique UNIQUE (invoice_id),
  constraint deposits_reference_unique UNIQUE (reference),
  constraint deposits_pkey PRIMARY KEY (id),
  constraint deposits_amount_positive CHECK ((amount > 0)),
  constraint deposits_fit_method CHECK (
CASE method
    WHEN 'usdt-auto'::text THEN ((invoice_id IS NOT NULL) AND (trans_id IS NOT NULL) AND (reference IS NULL))
    ELSE ((reference IS NOT NULL) AND (amount_vnd > 0) AND (rate > 0) AND (bank IS NOT NULL) AND (invoice_id IS NULL))
END),
  constraint deposits_method_known CHECK ((method = ANY (ARRAY['usdt-auto'::text, 'vietnam-bank-auto'::text]))),
  constraint deposits_received_not_negative CHECK ((received >= 0)),
  constraint deposits_status_known CHECK ((status = ANY (ARRAY['PENDING'::text, 'PAID'::text, 'CANCELED'::text])))
);

create table event_tasks (
  consumer text not null,
  event_id bigint not null,
  attempts integer not null default 0,
  due_at timestamp with time zone not null default now(),
  lease_token uuid,
  last_error text,
  dead boolean not null default false,
  constraint event_tasks_pkey PRIMARY KEY (consumer, event_id)
);

create table events (
  id bigint not null generated always as identity,
  topic text not null,
  subject text not null,
  version integer,
  payload jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint events_subject_version_unique UNIQUE (subject, version),
  constraint events_pkey PRIMARY KEY (id),
  constraint events_topic_is_noun_past CHECK ((topic ~ '^[a-z_]+\.[a-z_]+$'::text))
);

create table failed_tries (
  key bytea not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  blocked_until timestamp with time zone not null,
  constraint failed_tries_pkey PRIMARY KEY (key)
);

create table invoice_counts (
  store_id text collate "C" not null,
  status text collate "C" not null,
  shard smallint not null,
  user_id text collate "C",
  total bigint not null,
  constraint invoice_counts_pkey PRIMARY KEY (store_id, status, shard)
) with (fillfactor=50);

create table invoice_texts (
  id text collate "C" not null,
  user_id text collate "C",
  name text not null,
  description text,
  keys integer[] not null,
  hidden boolean not null default false,
  trans_start text collate "C" not null,
  constraint invoice_texts_pkey PRIMARY KEY (id)
);

create table invoice_transfers (
  transfer_id text collate "C" not null,
  invoice_id text collate "C" not null,
  amount bigint not null,
  by_hand boolean not null default false,
  attached_at timestamp with time zone not null,
  constraint invoice_transfers_pkey PRIMARY KEY (transfer_id)
);

create table invoices (
  id text collate "C" not null,
  trans_id text collate "C" not null,
  store_id text collate "C" not null,
  user_id text collate "C",
  request_id text collate "C",
  input_hash bytea not null,
  name text not null,
  description text,
  callback_url text,
  success_url text,
  cancel_url text,
  amount bigint not null,
  fee bigint not null,
  fee_charged boolean not null,
  hold_id text collate "C",
  payable bigint not null,
  paid bigint not null default 0,
  status text collate "C" not null default 'WAITING'::text,
  flags text[] not null default '{}'::text[],
  version integer not null default 1,
  networks text[] not null,
  addresses text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  monitor_until timestamp with time zone,
  network text,
  from_address text,
  to_address text,
  trans_hash text collate "C",
  paid_at timestamp with time zone,
  hidden_at timestamp with time zone,
  constraint invoices_request_id_unique UNIQUE (store_id, request_id),
  constraint invoices_trans_id_unique UNIQUE (trans_id),
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_address_per_network CHECK (((cardinality(networks) = cardinality(addresses)) AND (cardinality(networks) > 0))),
  constraint invoices_amount_positive CHECK ((amount > 0)),
  constraint invoices_fee_not_negative CHECK ((fee >= 0)),
  constraint invoices_flags_known CHECK ((flags <@ ARRAY['paidLate'::text, 'paidPartial'::text, 'paidOver'::text, 'resolvedByHand'::text, 'cancelled'::text, 'reversed'::text])),
  constraint invoices_payable_covers CHECK ((payable >= (amount + fee))),
  constraint invoices_status_known CHECK ((status = ANY (ARRAY['WAITING'::text, 'PROCESSING'::text, 'SUCCESS'::text, 'EXPIRED'::text, 'FAILED'::text])))
);

create table known_devices (
  user_id text collate "C" not null,
  device_hash bytea not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  constraint known_devices_pkey PRIMARY KEY (user_id, device_hash)
);

create table languages (
  code text not null,
  name text not null,
  flag text not null,
  position integer not null default 1000,
  created_at timestamp with time zone not null default now(),
  constraint languages_pkey PRIMARY KEY (code),
  constraint languages_code_is_bcp47 CHECK ((code ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'::text)),
  constraint languages_flag_is_country CHECK ((flag ~ '^[a-z]{2}$'::text))
);

create table ledger_checkpoints (
  wallet_id bigint not null,
  version bigint not null,
  balance bigint not null,
  held bigint not null,
  owed bigint not null,
  owed_other bigint not null,
  lines bigint not null,
  usdt bigint not null,
  bank bigint not null,
  fee bigint not null,
  refund bigint not null,
  adjust bigint not null,
  constraint ledger_checkpoints_pkey PRIMARY KEY (wallet_id)
);

create table ledger_checks (
  id bigint not null generated always as identity,
  checked_at timestamp with time zone not null,
  mode text not null,
  transfers bigint not null,
  differences bigint not null,
  detail jsonb not null,
  constraint ledger_checks_pkey PRIMARY KEY (id),
  constraint ledger_checks_mode_known CHECK ((mode = ANY (ARRAY['full'::text, 'incremental'::text])))
);

create table ledger_days (
  wallet_id bigint not null,
  day date not null,
  lines bigint not null,
  usdt bigint not null,
  bank bigint not null,
  fee bigint not null,
  refund bigint not null,
  adjust bigint not null,
  balance_after bigint not null,
  constraint ledger_days_pkey PRIMARY KEY (wallet_id, day)
);

create table ledger_fee_days (
  day date not null,
  fee bigint not null,
  refund bigint not null,
  constraint ledger_fee_days_pkey PRIMARY KEY (day)
);

create table ledger_transfers (
  wallet_id bigint not null,
  version bigint not null,
  phase text collate "C" not null,
  kind text collate "C" not null,
  wallet_delta bigint not null,
  receivable_delta bigint not null,
  platform_account text collate "C" not null,
  held_delta bigint not null,
  balance_after bigint not null,
  held_after bigint not null,
  owed_after bigint not null,
  ends_hold bigint,
  reference text collate "C" not null,
  idempotency_key text collate "C" not null,
  created_at timestamp with time zone not null,
  constraint ledger_transfers_key_unique UNIQUE (idempotency_key),
  constraint ledger_transfers_pkey PRIMARY KEY (wallet_id, version)
);

create table ledger_wallets (
  id bigint not null generated always as identity,
  user_id text collate "C" not null,
  balance bigint not null default 0,
  held bigint not null default 0,
  owed bigint not null default 0,
  owed_other bigint not null default 0,
  version bigint not null default 0,
  changed_at timestamp with time zone not null,
  constraint ledger_wallets_user_unique UNIQUE (user_id),
  constraint ledger_wallets_pkey PRIMARY KEY (id),
  constraint ledger_wallets_never_overdrawn CHECK (((held >= 0) AND (balance >= held)))
) with (fillfactor=50);

create table mailed_links (
  token_hash bytea not null,
  user_id text collate "C" not null,
  purpose text not null,
  email text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  replaced_at timestamp with time zone,
  used_at timestamp with time zone,
  constraint mailed_links_pkey PRIMARY KEY (token_hash),
  constraint mailed_links_purpose_known CHECK ((purpose = ANY (ARRAY['verify-email'::text, 'reset-password'::text])))
);

create table notification_settings (
  user_id text collate "C" not null,
  invoice_paid boolean not null default false,
  low_balance boolean not null default true,
  low_since timestamp with time zone,
  constraint notification_settings_pkey PRIMARY KEY (user_id)
);

create table pending_logins (
  token_hash bytea not null,
  user_id text collate "C" not null,
  method text not null,
  remember boolean not null,
  code_hash bytea,
  tries integer not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint pending_logins_pkey PRIMARY KEY (token_hash),
  constraint pending_logins_method_known CHECK ((method = ANY (ARRAY['totp'::text, 'email'::text])))
);

create table platform_revenue_days (
  day date not null,
  shard smallint not null,
  amount bigint not null,
  invoices bigint not null,
  constraint platform_revenue_days_pkey PRIMARY KEY (day, shard)
) with (fillfactor=50);

create table queued_mails (
  id text collate "C" not null,
  template text not null,
  mail_sealed bytea not null,
  attempts integer not null default 0,
  last_error text,
  created_at timestamp with time zone not null,
  given_up_at timestamp with time zone,
  constraint queued_mails_pkey PRIMARY KEY (id)
);

create table recovery_codes (
  user_id text collate "C" not null,
  slot smallint not null,
  code_hash text not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, slot),
  constraint recovery_codes_slot_is_one_of_ten CHECK (((slot >= 0) AND (slot <= 9)))
);

create table reported_keys (
  key text not null,
  reported_at timestamp with time zone not null default now(),
  constraint reported_keys_pkey PRIMARY KEY (key),
  constraint reported_keys_key_length CHECK (((length(key) >= 1) AND (length(key) <= 500)))
);

create table retranslations (
  language text not null,
  run uuid not null,
  state text not null,
  total integer not null,
  done integer not null default 0,
  refused integer not null default 0,
  after_id bigint not null default 0,
  started_at timestamp with time zone not null default now(),
  progressed_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint retranslations_pkey PRIMARY KEY (language),
  constraint retranslations_finished CHECK (((state = 'running'::text) = (finished_at IS NULL))),
  constraint retranslations_state_known CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);

create table revenue_days (
  user_id text collate "C" not null,
  day date not null,
  amount bigint not null,
  invoices bigint not null,
  constraint revenue_days_pkey PRIMARY KEY (user_id, day)
) with (fillfactor=70);

create table sessions (
  id text collate "C" not null,
  token_hash bytea not null,
  user_id text collate "C" not null,
  remember boolean not null,
  ip text not null,
  device text not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  confirmed_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint sessions_token_unique UNIQUE (token_hash),
  constraint sessions_pkey PRIMARY KEY (id)
);

create table shipped_texts (
  id boolean not null default true,
  digest text not null,
  installed_at timestamp with time zone not null default now(),
  constraint shipped_texts_pkey PRIMARY KEY (id),
  constraint shipped_texts_is_one_row CHECK (id)
);

create table store_wallets (
  id text collate "C" not null,
  store_id text collate "C" not null,
  network text not null,
  family text collate "C" not null,
  address_key text collate "C" not null,
  address text not null,
  created_at timestamp with time zone not null,
  constraint store_wallets_network_unique UNIQUE (store_id, network),
  constraint store_wallets_pkey PRIMARY KEY (id),
  constraint store_wallets_network_known CHECK ((network = ANY (ARRAY['TRON'::text, 'BEP20'::text, 'ERC20'::text, 'POLYGON'::text, 'SOLANA'::text])))
);

create table stores (
  id text collate "C" not null,
  user_id text collate "C",
  name text not null,
  note text,
  merchant_id text collate "C" not null,
  status text not null default 'Active'::text,
  invoice_expiry_minutes integer not null,
  api_key_sealed bytea,
  api_key_fingerprint bytea,
  callback_secret_sealed bytea not null,
  previous_callback_secret_sealed bytea,
  previous_callback_secret_until timestamp with time zone,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint stores_api_key_unique UNIQUE (api_key_fingerprint),
  constraint stores_merchant_id_unique UNIQUE (merchant_id),
  constraint stores_pkey PRIMARY KEY (id),
  constraint stores_deleted_have_no_key CHECK (((deleted_at IS NULL) OR (api_key_fingerprint IS NULL))),
  constraint stores_expiry_offered CHECK ((invoice_expiry_minutes = ANY (ARRAY[10, 15, 20, 30, 45, 60]))),
  constraint stores_status_known CHECK ((status = ANY (ARRAY['Active'::text, 'Inactive'::text])))
);

create table totp_secrets (
  user_id text collate "C" not null,
  secret_sealed bytea not null,
  setup_session_id text collate "C" not null,
  last_step bigint not null default 0,
  created_at timestamp with time zone not null,
  enabled_at timestamp with time zone,
  constraint totp_secrets_pkey PRIMARY KEY (user_id)
);

create table transfers (
  id text collate "C" not null,
  network text not null,
  family text collate "C" not null,
  tx_hash text not null,
  log_index integer not null,
  from_address text not null,
  to_address text not null,
  to_key text collate "C" not null,
  owner_id text collate "C",
  amount bigint not null,
  raw numeric(78,0) not null,
  block_number bigint not null,
  block_hash text not null,
  block_time timestamp with time zone not null,
  state text not null,
  reason text,
  seen_at timestamp with time zone not null,
  final_at timestamp with time zone,
  reorged_at timestamp with time zone,
  constraint transfers_pkey PRIMARY KEY (id),
  constraint transfers_amount_not_negative CHECK ((amount >= 0)),
  constraint transfers_raw_positive CHECK ((raw > (0)::numeric)),
  constraint transfers_reorged_has_time CHECK (((state <> 'reorged'::text) OR (reorged_at IS NOT NULL))),
  constraint transfers_state_known CHECK ((state = ANY (ARRAY['seen'::text, 'matched'::text, 'unmatched'::text, 'ignored'::text, 'reorged'::text])))
);

create table translations (
  id bigint not null generated always as identity,
  language text not null,
  key text not null,
  value text not null,
  edited boolean not null default false,
  updated_at timestamp with time zone not null default now(),
  missing boolean not null default false,
  constraint translations_language_key_unique UNIQUE (language, key),
  constraint translations_pkey PRIMARY KEY (id),
  constraint translations_key_length CHECK (((length(key) >= 1) AND (length(key) <= 500)))
);

create table user_counts (
  since timestamp with time zone not null,
  shard smallint not null,
  total bigint not null,
  constraint user_counts_pkey PRIMARY KEY (since, shard)
) with (fillfactor=70);

create table users (
  id text collate "C" not null,
  username text not null,
  username_key text not null,
  email text not null,
  email_key text not null,
  email_verified_at timestamp with time zone,
  pending_email text,
  password_hash text not null,
  role text not null default 'USER'::text,
  disabled_at timestamp with time zone,
  language text not null default 'en'::text,
  last_ip text,
  last_device text,
  created_at timestamp with time zone not null,
  email_otp boolean not null default false,
  login_notifications boolean not null default true,
  whitelist_ip boolean not null default false,
  allowed_ips text[] not null default '{}'::text[],
  constraint users_email_unique UNIQUE (email_key),
  constraint users_username_unique UNIQUE (username_key),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key_is_lower CHECK ((email_key = lower(email))),
  constraint users_role_known CHECK ((role = ANY (ARRAY['USER'::text, 'ADMIN'::text]))),
  constraint users_username_key_is_lower CHECK ((username_key = lower(username)))
);

create table vnd_rate (
  id boolean not null default true,
  rate bigint not null,
  fetched_at timestamp with time zone not null,
  constraint vnd_rate_pkey PRIMARY KEY (id),
  constraint vnd_rate_is_one_row CHECK (id),
  constraint vnd_rate_positive CHECK ((rate > 0))
);

create table watched_addresses (
  family text collate "C" not null,
  address_key text collate "C" not null,
  reason text not null,
  ref text not null,
  added_xid xid8 not null default pg_current_xact_id(),
  added_at timestamp with time zone not null default now(),
  constraint watched_addresses_pkey PRIMARY KEY (family, address_key, reason, ref),
  constraint watched_addresses_reason_known CHECK ((reason = ANY (ARRAY['wallet'::text, 'invoice'::text, 'platform'::text])))
);

create table watched_token_accounts (
  network text not null,
  token_account text not null,
  owner_key text not null,
  last_signature text,
  last_slot bigint not null default 0,
  polled_at timestamp with time zone,
  constraint watched_token_accounts_pkey PRIMARY KEY (network, token_account)
);

create table whitelist_links (
  token_hash bytea not null,
  user_id text collate "C" not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint whitelist_links_pkey PRIMARY KEY (token_hash)
);



alter table address_owners add constraint address_owners_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table bank_transfers add constraint bank_transfers_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id);
alter table callback_attempts add constraint callback_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES callback_deliveries(id);
alter table callback_deliveries add constraint callback_deliveries_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id);
alter table chain_blocks add constraint chain_blocks_network_fkey FOREIGN KEY (network) REFERENCES chain_cursors(network);
alter table deposit_credits add constraint deposit_credits_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id);
alter table deposits add constraint deposits_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id);
alter table deposits add constraint deposits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table event_tasks add constraint event_tasks_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id);
alter table invoice_transfers add constraint invoice_transfers_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id);
alter table invoice_transfers add constraint invoice_transfers_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id);
alter table invoices add constraint invoices_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id);
alter table known_devices add constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table ledger_wallets add constraint ledger_wallets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table mailed_links add constraint mailed_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table notification_settings add constraint notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table pending_logins add constraint pending_logins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table recovery_codes add constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table retranslations add constraint retranslations_language_fkey FOREIGN KEY (language) REFERENCES languages(code);
alter table sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table store_wallets add constraint store_wallets_are_owned FOREIGN KEY (family, address_key) REFERENCES address_owners(family, address_key);
alter table store_wallets add constraint store_wallets_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id);
alter table stores add constraint stores_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table totp_secrets add constraint totp_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table transfers add constraint transfers_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id);
alter table translations add constraint translations_language_fkey FOREIGN KEY (language) REFERENCES languages(code);
alter table watched_addresses add constraint watched_addresses_are_owned FOREIGN KEY (family, address_key) REFERENCES address_owners(family, address_key);
alter table whitelist_links add constraint whitelist_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

CREATE INDEX address_owners_user ON public.address_owners USING btree (user_id);
CREATE INDEX amount_reservations_invoice ON public.amount_reservations USING btree (invoice_id);
CREATE INDEX amount_reservations_open_solana ON public.amount_reservations USING btree (address_key) WHERE ((family = 'solana'::text) AND (ended_at IS NULL));
CREATE INDEX audit_log_action ON public.audit_log USING btree (action text_pattern_ops, id DESC);
CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject, id);
CREATE INDEX bank_transfers_deposit ON public.bank_transfers USING btree (deposit_id) WHERE (deposit_id IS NOT NULL);
CREATE INDEX bank_transfers_inbox ON public.bank_transfers USING btree (id DESC) WHERE (state = 'unmatched'::text);
CREATE INDEX bank_transfers_number ON public.bank_transfers USING btree (bank_number) WHERE (bank_number IS NOT NULL);
CREATE INDEX callback_attempts_of_delivery ON public.callback_attempts USING btree (delivery_id, id);
CREATE INDEX callback_deliveries_dead ON public.callback_deliveries USING btree (store_id, ended_at) WHERE (outcome = 'dead'::text);
CREATE INDEX callback_deliveries_due ON public.callback_deliveries USING btree (due_at) WHERE (outcome IS NULL);
CREATE INDEX callback_deliveries_leased ON public.callback_deliveries USING btree (invoice_id) WHERE (lease_until IS NOT NULL);
CREATE INDEX callback_deliveries_waiting ON public.callback_deliveries USING btree (created_at) WHERE (outcome IS NULL);
CREATE INDEX contact_messages_created ON public.contact_messages USING btree (created_at DESC);
CREATE INDEX deposit_credits_deposit ON public.deposit_credits USING btree (deposit_id, source);
CREATE INDEX deposits_method ON public.deposits USING btree (method, status, id DESC);
CREATE INDEX deposits_of_user ON public.deposits USING btree (user_id, id DESC);
CREATE INDEX deposits_open_amount ON public.deposits USING btree (amount_vnd) WHERE ((status = 'PENDING'::text) AND (method = 'vietnam-bank-auto'::text));
CREATE INDEX deposits_open_of_user ON public.deposits USING btree (user_id) WHERE ((status = 'PENDING'::text) AND (method = 'usdt-auto'::text));
CREATE INDEX deposits_status ON public.deposits USING btree (status, id DESC);
CREATE INDEX deposits_to_cancel ON public.deposits USING btree (expires_at) WHERE ((status = 'PENDING'::text) AND (method = 'vietnam-bank-auto'::text));
CREATE INDEX event_tasks_due ON public.event_tasks USING btree (consumer, due_at) WHERE (NOT dead);
CREATE INDEX failed_tries_age ON public.failed_tries USING btree (last_at);
CREATE INDEX invoice_counts_user ON public.invoice_counts USING btree (user_id);
CREATE INDEX invoice_texts_keys ON public.invoice_texts USING gin (keys) WITH (fastupdate='on', gin_pending_list_limit='1024');
CREATE INDEX invoice_texts_of_user ON public.invoice_texts USING btree (user_id, id DESC) INCLUDE (name) WHERE (NOT hidden);
CREATE INDEX invoice_transfers_invoice ON public.invoice_transfers USING btree (invoice_id);
CREATE INDEX invoices_amount ON public.invoices USING btree (amount);
CREATE INDEX invoices_monitored ON public.invoices USING btree (monitor_until) WHERE (monitor_until IS NOT NULL);
CREATE INDEX invoices_of_platform ON public.invoices USING btree (id DESC) WHERE (user_id IS NULL);
CREATE INDEX invoices_of_store_status ON public.invoices USING btree (store_id, status, id DESC) WHERE (hidden_at IS NULL);
CREATE INDEX invoices_of_user ON public.invoices USING btree (user_id, id DESC) WHERE (hidden_at IS NULL);
CREATE INDEX invoices_of_user_amount ON public.invoices USING btree (user_id, amount, id DESC) WHERE (hidden_at IS NULL);
CREATE INDEX invoices_of_user_status ON public.invoices USING btree (user_id, status, id DESC) WHERE (hidden_at IS NULL);
CREATE INDEX invoices_paid_from ON public.invoices USING btree (lower(from_address) text_pattern_ops, id DESC) WHERE (from_address IS NOT NULL);
CREATE INDEX invoices_paid_hash ON public.invoices USING btree (lower(trans_hash)) WHERE (trans_hash IS NOT NULL);
CREATE INDEX invoices_paid_network ON public.invoices USING btree (network, id DESC) WHERE (network IS NOT NULL);
CREATE INDEX invoices_paid_to ON public.invoices USING btree (lower(to_address) text_pattern_ops, id DESC) WHERE (to_address IS NOT NULL);
CREATE INDEX invoices_request_id_start ON public.invoices USING btree (lower(request_id)) WHERE (request_id IS NOT NULL);
CREATE INDEX invoices_status ON public.invoices USING btree (status, id DESC) WHERE (status <> 'WAITING'::text);
CREATE INDEX invoices_to_expire ON public.invoices USING btree (expires_at) WHERE (status = 'WAITING'::text);
CREATE INDEX ledger_days_day ON public.ledger_days USING btree (day);
CREATE INDEX ledger_transfers_all_lines ON public.ledger_transfers USING btree (kind, created_at, wallet_id, version) WHERE (wallet_delta <> 0);
CREATE INDEX ledger_transfers_lines ON public.ledger_transfers USING btree (wallet_id, kind, created_at, version) WHERE (wallet_delta <> 0);
CREATE INDEX ledger_transfers_owed_lines ON public.ledger_transfers USING btree (created_at) WHERE ((wallet_delta = 0) AND (receivable_delta <> 0));
CREATE INDEX mailed_links_newest ON public.mailed_links USING btree (user_id, purpose, created_at DESC);
CREATE INDEX notification_settings_low ON public.notification_settings USING btree (user_id) WHERE (low_since IS NOT NULL);
CREATE INDEX pending_logins_by_user ON public.pending_logins USING btree (user_id);
CREATE INDEX pending_logins_expiry ON public.pending_logins USING btree (expires_at);
CREATE INDEX sessions_open_by_user ON public.sessions USING btree (user_id, last_seen_at DESC) WHERE (ended_at IS NULL);
CREATE INDEX store_wallets_address ON public.store_wallets USING btree (family, address_key);
CREATE INDEX stores_merchant_id_start ON public.stores USING btree (merchant_id text_pattern_ops) WHERE (deleted_at IS NULL);
CREATE INDEX stores_name_grams ON public.stores USING gin (name_grams(lower(name))) WITH (fastupdate=off) WHERE (deleted_at IS NULL);
CREATE INDEX stores_name_start ON public.stores USING btree (lower(name) text_pattern_ops) WHERE (deleted_at IS NULL);
CREATE INDEX stores_newest ON public.stores USING btree (id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX stores_of_user ON public.stores USING btree (user_id, id DESC);
CREATE INDEX transfers_address ON public.transfers USING btree (family, to_key, id DESC);
CREATE INDEX transfers_address_state ON public.transfers USING btree (family, to_key, state, id DESC);
CREATE INDEX transfers_block ON public.transfers USING btree (network, block_number);
CREATE UNIQUE INDEX transfers_log_unique ON public.transfers USING btree (tx_hash, network, log_index) WHERE (state <> 'reorged'::text);
CREATE INDEX transfers_not_final ON public.transfers USING btree (network, block_number) WHERE ((final_at IS NULL) AND (state <> 'reorged'::text));
CREATE INDEX transfers_owner ON public.transfers USING btree (owner_id, id DESC);
CREATE INDEX transfers_owner_state ON public.transfers USING btree (owner_id, state, id DESC);
CREATE INDEX transfers_removed ON public.transfers USING btree (tx_hash, network) WHERE (state = 'reorged'::text);
CREATE INDEX transfers_unmatched ON public.transfers USING btree (id) WHERE (state = 'unmatched'::text);
CREATE INDEX users_admins ON public.users USING btree (created_at DESC, id DESC) WHERE (role = 'ADMIN'::text);
CREATE INDEX users_created ON public.users USING btree (created_at DESC, id DESC);
CREATE INDEX users_ip_start ON public.users USING btree (last_ip text_pattern_ops) WHERE (last_ip IS NOT NULL);
CREATE INDEX users_username_grams ON public.users USING gin (name_grams(username_key)) WITH (fastupdate=off);
CREATE INDEX users_username_start ON public.users USING btree (username_key text_pattern_ops);
CREATE INDEX watched_addresses_news ON public.watched_addresses USING btree (family, added_xid);
CREATE INDEX watched_addresses_ref ON public.watched_addresses USING btree (reason, ref);
CREATE INDEX watched_token_accounts_owner ON public.watched_token_accounts USING btree (network, owner_key);
CREATE INDEX whitelist_links_by_user ON public.whitelist_links USING btree (user_id);

create view ledger_entries as
 SELECT ledger_transfers.wallet_id,
    ledger_transfers.version,
    'wallet'::text AS account,
    ledger_transfers.wallet_delta AS amount,
    ledger_transfers.balance_after,
    ledger_transfers.kind,
    ledger_transfers.created_at
   FROM ledger_transfers
  WHERE (ledger_transfers.wallet_delta <> 0)
UNION ALL
 SELECT ledger_transfers.wallet_id,
    ledger_transfers.version,
    'receivable'::text AS account,
    ledger_transfers.receivable_delta AS amount,
    (- ledger_transfers.owed_after) AS balance_after,
    ledger_transfers.kind,
    ledger_transfers.created_at
   FROM ledger_transfers
  WHERE (ledger_transfers.receivable_delta <> 0)
UNION ALL
 SELECT ledger_transfers.wallet_id,
    ledger_transfers.version,
    ledger_transfers.platform_account AS account,
    (- (ledger_transfers.wallet_delta + ledger_transfers.receivable_delta)) AS amount,
    NULL::bigint AS balance_after,
    ledger_transfers.kind,
    ledger_transfers.created_at
   FROM ledger_transfers
  WHERE ((ledger_transfers.wallet_delta + ledger_transfers.receivable_delta) <> 0);

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER callback_attempts_append_only BEFORE DELETE OR UPDATE ON public.callback_attempts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposit_credits_append_only BEFORE DELETE OR UPDATE ON public.deposit_credits FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposit_credits_no_truncate BEFORE TRUNCATE ON public.deposit_credits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposits_count_moved AFTER UPDATE ON public.deposits REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION deposit_counts_move();
CREATE TRIGGER deposits_count_new AFTER INSERT ON public.deposits REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION deposit_counts_add();
CREATE TRIGGER deposits_stay BEFORE UPDATE ON public.deposits FOR EACH ROW EXECUTE FUNCTION deposits_stay();
CREATE TRIGGER events_append_only BEFORE DELETE OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoices_count_moved AFTER UPDATE ON public.invoices REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION invoice_counts_move();
CREATE TRIGGER invoices_count_new AFTER INSERT ON public.invoices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION invoice_counts_add();
CREATE TRIGGER invoices_hide_texts AFTER UPDATE ON public.invoices FOR EACH ROW WHEN ((old.hidden_at IS DISTINCT FROM new.hidden_at)) EXECUTE FUNCTION invoice_texts_hide();
CREATE TRIGGER invoices_stay BEFORE UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION invoices_stay();
CREATE TRIGGER ledger_transfers_append_only BEFORE DELETE OR UPDATE ON public.ledger_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transfers_no_truncate BEFORE TRUNCATE ON public.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_wallets_no_truncate BEFORE TRUNCATE ON public.ledger_wallets FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_wallets_stay BEFORE DELETE ON public.ledger_wallets FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER users_count_new AFTER INSERT ON public.users REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION user_counts_add();

create table schema_migrations (version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now());
insert into schema_migrations (version, name, checksum) values
  (1, '0001_platform.sql', 'f8e59180b35ef4ac82b14e9c749e988822a101dfbc192a091ed8ab0000eb1544'),
  (2, '0002_accounts.sql', '5a3132c28f24059433ab4d47542094f213904e1887e5de65b24893be67cc8628'),
  (3, '0003_translations.sql', 'b7486fa3512ba34fb338d515e11207c5a6253476c21dd34da0954206d47c3d0f'),
  (4, '0004_ledger.sql', '2b17a469c9e6d0836f1357f46c7aebcb8183e432d10d42d18d4280028b96b7c8'),
  (5, '0005_two_factor.sql', '8954d2c8734b1095a54d9d13bbf56854acd1a7af6346e12960f9aafa53172208'),
  (6, '0006_mails.sql', '77c942323e14a85c9f1477723c20d2850362de40880cbd7c613c9c4829dfb83b'),
  (7, '0007_chains.sql', 'c54a0b5327f2126b9fd1c20ff051f29f03ce5864946ef355ea2807204e402032'),
  (8, '0008_stores.sql', 'e745d3f54250539c2793aee13f7cb90b8338e43102e6dae0bcbc3def4ccab8bf'),
  (9, '0009_invoices.sql', '15a0a3b1022cbc3927db7f93fb7f788dae01026ff4a6e51a1dfe29f98af1f74b'),
  (10, '0010_callbacks.sql', '2cd54dd81f605b06dd097eabb0ea7b6b2389305e4e9fea04ad4bdfba97cad142'),
  (11, '0011_callback_leases.sql', 'e78bc27281c1deb4be18b89a754d2137a54427f988f3dea5e7f72b311c3bfd0a'),
  (12, '0012_ledger_lean.sql', 'e0c43eec7f93de778b866773febb050d0add828c380abc6a27c789a1bb5d5f76'),
  (13, '0013_ledger_entries.sql', '9980490edf901d6da7f2378fb4b4f0a8aad88e14b3019c33edba3d8a2de391c1'),
  (14, '0014_revenue.sql', 'b37a590d79f35f917281fe82c1bb173617df8ff3d56a7b111ccfcb8005eac0e4'),
  (15, '0015_deposits.sql', 'b2b2a695f65ec7a3db9a71a598bef8c0576ec7a94c90bfdbc52429b88bef9f9f'),
  (16, '0016_back_office.sql', 'aea166b0767759cb950e229b09363d05b7f2a15eedf9d695f9d48eac71d53e6e'),
  (17, '0017_busy_owners.sql', '900b1ae102646c10941667e069d6c6d7a8629bcd816f8e47e9cf5836784ca2d8'),
  (18, '0018_languages.sql', 'cabb1470efe4934650c9369017db4fb0d59453ec1ff41821d0fec81409255d54'),
  (19, '0019_invoice_available.sql', '99f62bbaa870944c389dcd105405acc0bbcfc398bb46e4ac4af3befeadbf1d9f'),
  (20, '0020_invoice_texts.sql', 'e8f3d0d794bfcde9eaeab3849e6f03163a5cec809db641333c78af199c0f142f'),
  (21, '0021_back_office_invoices.sql', '370765ebc59fd1c56100dac4a534ad482dc1c67c5dbb9ce7608ee17d7a20109f'),
  (22, '0022_invoice_lists.sql', 'c38b345d6c4fda39fd891ec4497e6a9770b6748be87c78f92a4aee7321fd7b23'),
  (23, '0023_shipped_texts.sql', '6db35e66cb4c029013d2ad7d1755cd8a7975cbad92ba4fcffbe9e18e83e9aeec'),
  (24, '0024_one_collation_for_keys.sql', 'a756d72ec619f22a712da1791a677188794213bba062aa1cf54e7c94ab819284'),
  (25, '0025_lists_by_index.sql', '72a0e2cc96abdfd0e79ba7559838af323cecd96e101a968acd22bfbac0738bd3'),
  (26, '0026_texts_by_span.sql', '7bacf91e86d666fa345d162f393db7a926e9ec6f932e2adadfa25ad9f0883e83'),
  (27, '0027_names_by_grams.sql', '902becb66c1de8249df606dbffd61c93b8cde90253317b4ba267d21f8a74bc9f'),
  (28, '0028_oldest_callback.sql', '8794d679df9d12f8e1dcd7e6b66b99320b0373db4e2a37a4e83d3229f2d3c3c1');
