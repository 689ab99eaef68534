-- Creates an invoice in one statement: one round trip, all or nothing. The caller decides amounts, fee and candidates; this function
-- decides what needs locks or the clock. Locks are taken in the order of every other path: request · store's addresses · reservations ·
-- ledger account.
-- The database sets an invoice's time: a process with a wrong clock can neither create one that is already expired nor one that seems
-- younger than its first payment. `ahead_ms` is how far a sandbox has moved business time; 0 in production.
-- Outcomes: created · existing (same request_id) · no_address · crowded (no candidate is free; call again with more) · none_left.
-- The fee is charged for invoices created at or after charged_from, never when that is null. Insufficient balance raises SG402, which rolls
-- everything back; its detail is the available balance. `available` is what is left after the fee was reserved, null when none is charged.
-- Without with_main_key, a call of the release before: its invoices carry the key, as they did.
-- The candidates are a PostgreSQL literal ("{1,2}"): one text to parse instead of JSON values.
-- Its answer has grown. Dropped only where it is the old one: a call of the running release that meets a drop fails.
do $$
begin
  if exists (select from pg_proc where oid = to_regprocedure('create_invoice(jsonb)') and not 'addresses' = any(proargnames)) then
    drop function create_invoice(jsonb);
  end if;
end $$;

create or replace function create_invoice(
  p_invoice jsonb,
  out outcome text, out trans_id text, out input_hash bytea, out amount bigint, out payable bigint, out created_at timestamptz,
  out expires_at timestamptz, out free integer, out available bigint, out networks text[], out addresses text[]
) language plpgsql as $$
#variable_conflict use_column
declare
  n record; -- the new invoice
  families text[];
  keys text[];
  held record;
  hold_id text;
  is_charged boolean;
  made_at timestamptz;
  ends_at timestamptz;
begin
  select * into n from jsonb_to_record(p_invoice) as j (
    id text, trans_id text, store_id text, user_id text, request_id text, input_hash bytea, name text, description text, callback_url text,
    success_url text, cancel_url text, metadata jsonb, epusdt jsonb, with_main_key boolean, actor text, amount bigint, fee bigint, charged_from timestamptz, networks text[], candidates bigint[],
    offsets bigint[], take_over_from bigint, ahead_ms bigint, expiry_minutes integer, monitoring_minutes integer, name_searched text, description_searched text);
  if n.request_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('invoice-request:' || n.store_id || ':' || n.request_id, 0));
    select i.trans_id, i.input_hash, i.amount, i.payable, i.created_at, i.expires_at, i.networks, i.addresses
      into trans_id, input_hash, amount, payable, created_at, expires_at, networks, addresses
      from invoices i where i.store_id = n.store_id and i.request_id = n.request_id;
    if found then outcome := 'existing'; return; end if;
  end if;

  perform pg_advisory_xact_lock_shared(hashtextextended('store-addresses:' || n.store_id, 0));
  -- After the locks were acquired. To the millisecond, the precision of the wire and of JavaScript.
  made_at := date_trunc('milliseconds', clock_timestamp() + n.ahead_ms * interval '1 millisecond');
  -- A change of address that is due counts, whether or not a worker has applied it.
  select array_agg(w.network order by w.network), array_agg(case when w.next_at <= made_at then w.next_address else w.address end order by w.network)
    into networks, addresses from store_wallets w
   where w.store_id = n.store_id and w.network = any(n.networks) and (w.active_from is null or w.active_from <= made_at);
  if networks is null then outcome := 'no_address'; return; end if;
  select array_agg(d.family), array_agg(d.address_key) into families, keys
    from (select distinct w.family, case when w.next_at <= made_at then w.next_address_key else w.address_key end as address_key
            from store_wallets w
           where w.store_id = n.store_id and w.network = any(n.networks) and (w.active_from is null or w.active_from <= made_at)) d;

  ends_at := made_at + n.expiry_minutes * interval '1 minute';
  is_charged := n.user_id is not null and n.charged_from is not null and made_at >= n.charged_from;

  select r.payable, r.free into payable, free
    from reserve_amount(n.id, families, keys, n.candidates, n.amount, n.offsets, n.take_over_from is not null) r;
  if payable is null and n.take_over_from is not null then
    select t.payable into payable
      from take_over_amount(n.id, families, keys, n.candidates, n.amount, made_at) t;
    if payable is null then outcome := 'none_left'; return; end if;
  elsif payable is null then
    outcome := 'crowded';
    return;
  end if;

  if is_charged and n.fee > 0 then
    held := ledger_post(n.user_id, 'pending', 'fee', 0, 0, n.fee, 'fees', false, null, n.id, 'invoice-fee:' || n.id, made_at);
    if held.outcome <> 'posted' then
      raise exception 'the fee cannot be reserved: %', held.outcome using errcode = 'SG402', detail = held.available::text;
    end if;
    available := held.available;
    hold_id := 'led_' || held.account || '_' || held.number;
  end if;

  insert into invoices (id, trans_id, store_id, user_id, request_id, input_hash, name, description, callback_url, success_url, cancel_url, metadata,
      epusdt, with_main_key, amount, fee, fee_charged, hold_id, payable, networks, addresses, created_at, expires_at, monitor_until, heads)
    values (n.id, n.trans_id, n.store_id, n.user_id, n.request_id, n.input_hash, n.name, n.description, n.callback_url, n.success_url,
      n.cancel_url, n.metadata, n.epusdt, coalesce(n.with_main_key, true), n.amount, n.fee, is_charged, hold_id, payable, networks, addresses, made_at, ends_at,
      ends_at + n.monitoring_minutes * interval '1 minute', known_heads(made_at));
  insert into invoice_texts (id, user_id, trans_start, name, description)
    values (n.id, n.user_id, left(n.trans_id, 2), n.name_searched, n.description_searched);
  insert into events (topic, subject, version, payload)
    values ('invoice.created', n.id, 1, jsonb_strip_nulls(jsonb_build_object(
      'at', to_char(made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'status', 'WAITING', 'actor', n.actor)));
  outcome := 'created'; trans_id := n.trans_id; input_hash := n.input_hash; amount := n.amount;
  created_at := made_at; expires_at := ends_at;
end $$;
