-- The time of an invoice is the database's: a process whose clock is wrong can neither make one that is born expired nor one whose
-- first payment seems to come before it. `p_ahead_ms` is how far a sandbox has moved business time; 0 in production.
-- The whole creation in one statement, so that it is one round trip and all or nothing. Amounts, fee and candidates are decided by
-- the caller; here is what has to be decided under locks or by the clock. Locks are taken in the order that every other path keeps:
-- request · store's addresses · reservations · ledger wallet.
-- Outcomes: created · existing (same request_id) · no_address · crowded (no candidate is free; ask again with more) · none_left.
-- The fee is charged for what is created at or after p_charged_from, never when that is null. Too little balance raises SG402, which
-- undoes everything; its detail is what is available. `available` is what is left after the fee was reserved, null when none is charged.
create or replace function create_invoice(
  p_id text, p_trans_id text, p_store text, p_user text, p_request_id text, p_input_hash bytea, p_name text, p_description text,
  p_callback_url text, p_success_url text, p_cancel_url text, p_amount bigint, p_fee bigint, p_charged_from timestamptz,
  p_networks text[], p_candidates bigint[], p_take_over_from bigint, p_ahead_ms bigint, p_expiry_minutes integer, p_monitoring_minutes integer,
  p_zone text, p_consumers text[], p_name_searched text, p_description_searched text, p_text_keys integer[],
  out outcome text, out trans_id text, out input_hash bytea, out amount bigint, out payable bigint, out created_at timestamptz,
  out expires_at timestamptz, out free integer, out available bigint
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
  is_charged boolean;
  made_at timestamptz;
  ends_at timestamptz;
begin
  if p_request_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('invoice-request:' || p_store || ':' || p_request_id, 0));
    select i.trans_id, i.input_hash, i.amount, i.payable, i.created_at, i.expires_at
      into trans_id, input_hash, amount, payable, created_at, expires_at
      from invoices i where i.store_id = p_store and i.request_id = p_request_id;
    if found then outcome := 'existing'; return; end if;
  end if;

  perform pg_advisory_xact_lock_shared(hashtextextended('store-addresses:' || p_store, 0));
  select array_agg(w.network order by w.network), array_agg(w.address order by w.network)
    into networks, addresses from store_wallets w where w.store_id = p_store and w.network = any(p_networks);
  if networks is null then outcome := 'no_address'; return; end if;
  select array_agg(d.family), array_agg(d.address_key) into families, keys
    from (select distinct w.family, w.address_key from store_wallets w where w.store_id = p_store and w.network = any(p_networks)) d;

  -- After the locks were waited for. To the millisecond, which is what the wire and JavaScript know.
  made_at := date_trunc('milliseconds', clock_timestamp() + p_ahead_ms * interval '1 millisecond');
  ends_at := made_at + p_expiry_minutes * interval '1 minute';
  is_charged := p_user is not null and p_charged_from is not null and made_at >= p_charged_from;

  select r.payable, r.free into payable, free from reserve_payable(p_id, families, keys, p_candidates) r;
  if payable is null and p_take_over_from is not null then
    select t.payable into payable
      from take_over_payable(p_id, families, keys, p_take_over_from, (select max(c) from unnest(p_candidates) c), made_at) t;
    if payable is null then outcome := 'none_left'; return; end if;
  elsif payable is null then
    outcome := 'crowded';
    return;
  end if;

  if is_charged and p_fee > 0 then
    held := ledger_post(p_user, 'pending', 'fee', 0, 0, p_fee, 'fees', false, null, p_id, 'invoice-fee:' || p_id, made_at, p_zone);
    if held.outcome <> 'posted' then
      raise exception 'the fee cannot be reserved: %', held.outcome using errcode = 'SG402', detail = held.available::text;
    end if;
    available := held.available;
    hold_id := 'led_' || held.wallet || '_' || held.number;
  end if;

  insert into invoices (id, trans_id, store_id, user_id, request_id, input_hash, name, description, callback_url, success_url, cancel_url,
      amount, fee, fee_charged, hold_id, payable, networks, addresses, created_at, expires_at, monitor_until)
    values (p_id, p_trans_id, p_store, p_user, p_request_id, p_input_hash, p_name, p_description, p_callback_url, p_success_url,
      p_cancel_url, p_amount, p_fee, is_charged, hold_id, payable, networks, addresses, made_at, ends_at,
      ends_at + p_monitoring_minutes * interval '1 minute');
  insert into invoice_texts (id, user_id, trans_start, name, description, keys)
    values (p_id, p_user, left(p_trans_id, 2), p_name_searched, p_description_searched, p_text_keys);
  insert into events (topic, subject, version, payload)
    values ('invoice.created', p_id, 1, jsonb_build_object(
      'at', to_char(made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'status', 'WAITING'))
    returning id into event_id;
  if cardinality(p_consumers) > 0 then
    insert into event_tasks (consumer, event_id) select name, event_id from unnest(p_consumers) as c (name);
  end if;
  outcome := 'created'; trans_id := p_trans_id; input_hash := p_input_hash; amount := p_amount;
  created_at := made_at; expires_at := ends_at;
end $$;
