-- The prepaid dollar: a double-entry journal that only grows, and one row per user that carries where it stands.
-- All amounts are micro-units (1 USD = 1,000,000). docs/adr/ledger.md says why it looks like this.

-- Where a user stands. Every posting locks this one row first; the platform's own accounts have no row, so nothing is shared
-- between two users' postings. What is here can be rebuilt from ledger_transfers, and the ledger check does so.
create table ledger_wallets (
  id bigint generated always as identity primary key,
  user_id text not null constraint ledger_wallets_user_unique unique references users (id),
  balance bigint not null default 0,
  held bigint not null default 0,
  -- Owed on the platform account `receivable`, taken first from the next credit: unpaid fees, and top-ups taken back.
  owed_fees bigint not null default 0,
  owed_other bigint not null default 0,
  -- Number of the newest transfer: gapless, starts at 1.
  version bigint not null default 0,
  -- Roll-ups. lines: transfers that moved the balance. used: fees less refunds. deposited: top-ups.
  lines bigint not null default 0,
  used bigint not null default 0,
  deposited bigint not null default 0,
  -- Sums of the day that is still open for this user, in the business time zone; the first posting of a later day closes it
  -- into ledger_days. So a statistic costs the hot path no statement of its own.
  day date not null,
  day_lines bigint not null default 0,
  day_usdt bigint not null default 0,
  day_bank bigint not null default 0,
  day_fee bigint not null default 0,
  day_refund bigint not null default 0,
  day_adjust bigint not null default 0,
  changed_at timestamptz not null,
  constraint ledger_wallets_never_overdrawn check (held >= 0 and balance >= held)
) with (fillfactor = 50); -- room for HOT updates: no index column ever changes

-- One row is one transfer with all its entries: on the user's wallet, on what he owes (receivable), and on one platform account.
-- Entries as columns make "sums to zero" a CHECK of the row and half a transfer impossible; the view ledger_entries shows
-- them one by one. Phases: a hold is `pending`, its capture `posted`, its release `voided`; a direct transfer is `posted`.
create table ledger_transfers (
  -- No foreign key: the posting function has just locked that row, and wallets are never deleted.
  wallet_id bigint not null,
  version bigint not null,
  phase text collate "C" not null,
  kind text collate "C" not null,
  wallet_delta bigint not null,
  receivable_delta bigint not null,
  platform_delta bigint not null,
  platform_account text collate "C",
  held_delta bigint not null,
  balance_after bigint not null,
  held_after bigint not null,
  owed_after bigint not null,
  -- Version of the hold that this transfer captures or releases.
  ends_hold bigint,
  reference text collate "C" not null,
  idempotency_key text collate "C" not null constraint ledger_transfers_key_unique unique,
  -- Never earlier than the transfer before it of the same wallet, so that time and version sort alike.
  created_at timestamptz not null,
  primary key (wallet_id, version),
  constraint ledger_transfers_sum_to_zero check (wallet_delta + receivable_delta + platform_delta = 0)
);
-- The transactions tab, by reason, type and date, newest first; a list over several kinds merges them.
create index ledger_transfers_lines on ledger_transfers (wallet_id, kind, created_at, version) where wallet_delta <> 0;
-- The same for admins, over all users.
create index ledger_transfers_all_lines on ledger_transfers (kind, created_at, wallet_id, version) where wallet_delta <> 0;

create view ledger_entries as
  select wallet_id, version, 'wallet' as account, wallet_delta as amount, balance_after, kind, created_at
    from ledger_transfers where wallet_delta <> 0
  union all
  select wallet_id, version, 'receivable', receivable_delta, -owed_after, kind, created_at
    from ledger_transfers where receivable_delta <> 0
  union all
  select wallet_id, version, platform_account, platform_delta, null, kind, created_at
    from ledger_transfers where platform_delta <> 0;

-- Closed days per user: what moved the balance, by kind, and where it stood at the end.
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
  primary key (wallet_id, day)
);
create index ledger_days_day on ledger_days (day);

-- Up to which transfer each wallet was proven right, and its state there: the scheduled check goes on from here.
create table ledger_checkpoints (
  wallet_id bigint primary key,
  version bigint not null,
  balance bigint not null,
  held bigint not null,
  owed bigint not null,
  owed_fees bigint not null,
  lines bigint not null,
  usdt bigint not null,
  bank bigint not null,
  fee bigint not null,
  refund bigint not null,
  adjust bigint not null
);

create table ledger_checks (
  id bigint generated always as identity primary key,
  checked_at timestamptz not null,
  mode text not null constraint ledger_checks_mode_known check (mode in ('full', 'incremental')),
  transfers bigint not null,
  differences bigint not null,
  detail jsonb not null
);

-- The finer rules of a row. A trigger and not a CHECK: PostgreSQL parses a CHECK's stored text anew for every statement, which
-- for these took half of a posting's time; a trigger's plan is kept.
create function ledger_transfers_guard() returns trigger language plpgsql as $$
declare
  moves boolean := new.wallet_delta <> 0 or new.receivable_delta <> 0;
  phase_fits boolean := case new.phase
    when 'pending' then new.held_delta > 0 and not moves and new.ends_hold is null
    when 'posted' then moves and case when new.ends_hold is null then new.held_delta = 0 else new.held_delta < 0 and new.ends_hold < new.version end
    when 'voided' then new.held_delta < 0 and not moves and new.ends_hold < new.version
    else false
  end;
begin
  if phase_fits is not true then
    raise exception 'a % transfer cannot look like this', new.phase using errcode = 'check_violation', constraint = 'ledger_transfers_phase_fits';
  end if;
  if new.held_after < 0 or new.balance_after < new.held_after or new.owed_after < 0 then
    raise exception 'a transfer would overdraw the wallet' using errcode = 'check_violation', constraint = 'ledger_transfers_never_overdrawn';
  end if;
  if new.kind not in ('usdt', 'bank', 'fee', 'refund', 'adjust')
     or (new.platform_account is null and new.platform_delta <> 0)
     or new.platform_account not in ('fees', 'usdt_clearing', 'bank_clearing', 'adjustments') then
    raise exception 'unknown kind % or account %', new.kind, new.platform_account using errcode = 'check_violation', constraint = 'ledger_transfers_words_known';
  end if;
  return new;
end $$;
create trigger ledger_transfers_guard before insert on ledger_transfers for each row execute function ledger_transfers_guard();

create trigger ledger_transfers_append_only before update or delete on ledger_transfers for each row execute function refuse_change();
create trigger ledger_transfers_no_truncate before truncate on ledger_transfers for each statement execute function refuse_change();
create trigger ledger_days_append_only before update or delete on ledger_days for each row execute function refuse_change();
create trigger ledger_days_no_truncate before truncate on ledger_days for each statement execute function refuse_change();
create trigger ledger_wallets_stay before delete on ledger_wallets for each row execute function refuse_change();
create trigger ledger_wallets_no_truncate before truncate on ledger_wallets for each statement execute function refuse_change();

-- The one door for money: a posting is one statement in the caller's transaction. It locks the wallet, so everything after
-- is decided on what is true; then the transfer is written, and its unique key says whether it was there before.
-- Outcomes: posted · replayed (same key, same input) · key_reused (same key, other input) · insufficient.
create function ledger_post(
  p_user text, p_phase text, p_kind text, p_wallet bigint, p_receivable bigint, p_held bigint, p_account text,
  p_may_owe boolean, p_ends_hold bigint, p_reference text, p_key text, p_at timestamptz, p_zone text,
  out outcome text, out wallet bigint, out number bigint, out moved bigint, out owed bigint, out balance bigint, out available bigint
) language plpgsql as $$
#variable_conflict use_column
declare
  w ledger_wallets;
  today date;
  lacking bigint;
begin
  select * into w from ledger_wallets where user_id = p_user for no key update;
  if not found then -- a row that does not exist cannot be locked: insert it first
    insert into ledger_wallets (user_id, day, changed_at) values (p_user, (p_at at time zone p_zone)::date, p_at) on conflict do nothing;
    select * into strict w from ledger_wallets where user_id = p_user for no key update;
  end if;
  wallet := w.id;
  available := w.balance - w.held;

  if p_may_owe and available + p_wallet < 0 then -- what is held belongs to open invoices and is not touched
    lacking := -(available + p_wallet);
    p_wallet := p_wallet + lacking;
    p_receivable := p_receivable - lacking;
  end if;
  if available + p_wallet - p_held < 0 or w.held + p_held < 0 then -- not possible now, but perhaps it was done before
    select * into outcome, number, moved, owed, balance
      from ledger_replay(w.id, p_phase, p_kind, p_wallet + p_receivable, p_held, p_account, p_ends_hold, p_reference, p_key);
    outcome := coalesce(outcome, 'insufficient');
    return;
  end if;

  if p_receivable <> 0 then
    if p_kind = 'fee' then w.owed_fees := w.owed_fees - p_receivable; else w.owed_other := w.owed_other - p_receivable; end if;
  end if;
  insert into ledger_transfers (wallet_id, version, phase, kind, wallet_delta, receivable_delta, platform_delta, platform_account,
      held_delta, balance_after, held_after, owed_after, ends_hold, reference, idempotency_key, created_at)
    values (w.id, w.version + 1, p_phase, p_kind, p_wallet, p_receivable, -(p_wallet + p_receivable), p_account,
      p_held, w.balance + p_wallet, w.held + p_held, w.owed_fees + w.owed_other, p_ends_hold, p_reference, p_key,
      greatest(p_at, w.changed_at))
    on conflict (idempotency_key) do nothing;
  if not found then
    select * into strict outcome, number, moved, owed, balance
      from ledger_replay(w.id, p_phase, p_kind, p_wallet + p_receivable, p_held, p_account, p_ends_hold, p_reference, p_key);
    return;
  end if;

  if p_at > w.changed_at then
    w.changed_at := p_at;
    today := (p_at at time zone p_zone)::date;
    if today > w.day then
      if w.day_lines > 0 then
        insert into ledger_days (wallet_id, day, lines, usdt, bank, fee, refund, adjust, balance_after)
          values (w.id, w.day, w.day_lines, w.day_usdt, w.day_bank, w.day_fee, w.day_refund, w.day_adjust, w.balance);
      end if;
      w.day := today;
      w.day_lines := 0; w.day_usdt := 0; w.day_bank := 0; w.day_fee := 0; w.day_refund := 0; w.day_adjust := 0;
    end if;
  end if;
  w.version := w.version + 1;
  w.balance := w.balance + p_wallet;
  w.held := w.held + p_held;
  if p_wallet <> 0 then
    w.lines := w.lines + 1;
    w.day_lines := w.day_lines + 1;
    case p_kind
      when 'fee' then w.day_fee := w.day_fee + p_wallet; w.used := w.used - p_wallet;
      when 'refund' then w.day_refund := w.day_refund + p_wallet; w.used := w.used - p_wallet;
      when 'usdt' then w.day_usdt := w.day_usdt + p_wallet; w.deposited := w.deposited + p_wallet;
      when 'bank' then w.day_bank := w.day_bank + p_wallet; w.deposited := w.deposited + p_wallet;
      else w.day_adjust := w.day_adjust + p_wallet;
    end case;
  end if;
  update ledger_wallets set balance = w.balance, held = w.held, owed_fees = w.owed_fees, owed_other = w.owed_other,
      version = w.version, lines = w.lines, used = w.used, deposited = w.deposited, day = w.day, day_lines = w.day_lines,
      day_usdt = w.day_usdt, day_bank = w.day_bank, day_fee = w.day_fee, day_refund = w.day_refund, day_adjust = w.day_adjust,
      changed_at = w.changed_at
    where id = w.id;

  outcome := 'posted'; number := w.version; moved := p_wallet; owed := -p_receivable; balance := w.balance;
  available := w.balance - w.held;
  if p_wallet > 0 and w.owed_fees + w.owed_other > 0 then
    perform ledger_settle(w, p_reference, p_key, p_at, p_zone);
  end if;
end $$;

-- What a key did before, when it did the same; `key_reused` when it did something else; no row when it is new.
-- The input is compared by value: everything the caller gave stands in the row.
create function ledger_replay(
  p_wallet_id bigint, p_phase text, p_kind text, p_gain bigint, p_held bigint, p_account text, p_ends_hold bigint, p_reference text, p_key text
) returns table (outcome text, number bigint, moved bigint, owed bigint, balance bigint) language sql as $$
  select case when t.wallet_id = p_wallet_id and t.phase = p_phase and t.kind = p_kind and t.platform_delta = -p_gain
                and t.held_delta = p_held and t.platform_account is not distinct from p_account
                and t.ends_hold is not distinct from p_ends_hold and t.reference = p_reference
              then 'replayed' else 'key_reused' end,
         t.version, t.wallet_delta, -t.receivable_delta, t.balance_after
    from ledger_transfers t where t.idempotency_key = p_key
$$;

-- After a credit: what is owed is taken first, unpaid fees before anything else. Never from what is held.
create function ledger_settle(w ledger_wallets, p_reference text, p_key text, p_at timestamptz, p_zone text) returns void language plpgsql as $$
declare
  fees bigint := least(w.owed_fees, w.balance - w.held);
  other bigint := least(w.owed_other, w.balance - w.held - fees);
begin
  if fees > 0 then
    perform ledger_post(w.user_id, 'posted', 'fee', -fees, fees, 0, null, false, null, p_reference, p_key || '#owed-fees', p_at, p_zone);
  end if;
  if other > 0 then
    perform ledger_post(w.user_id, 'posted', 'adjust', -other, other, 0, null, false, null, p_reference, p_key || '#owed-other', p_at, p_zone);
  end if;
end $$;

-- Captures (all or part; the rest is free again) or releases a hold. Its key is made of the hold, so a hold ends once.
-- More outcomes: unknown_hold · more_than_held.
create function ledger_end_hold(
  p_wallet_id bigint, p_hold bigint, p_phase text, p_amount bigint, p_at timestamptz, p_zone text,
  out outcome text, out wallet bigint, out number bigint, out moved bigint, out owed bigint, out balance bigint, out available bigint
) language plpgsql as $$
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
end $$;

-- One number for a state of a wallet. The ledger check compares each transfer's "after" with the next one's "before" by XOR of
-- these, which needs no sorting: all links of a wallet cancel out, and only its first and last state remain.
create function ledger_state_hash(p_version bigint, p_balance bigint, p_held bigint, p_owed bigint) returns bigint
  language sql immutable parallel safe
  as $$ select hashint8extended(p_balance, hashint8extended(p_held, hashint8extended(p_owed, p_version))) $$;
