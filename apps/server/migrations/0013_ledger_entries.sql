-- The platform's entry of a transfer is no longer stored: it is what balances the other two, on the account that the row must name.
-- So a transfer cannot fail to sum to zero, where before a CHECK compared a number with two others that determine it, and took an
-- eighth of a posting's instructions to do so.

drop view ledger_entries;
alter table ledger_transfers drop constraint ledger_transfers_sum_to_zero;
alter table ledger_transfers drop column platform_delta;
-- Settlements of a debt move nothing on a platform account; they name the one that was settled.
alter table ledger_transfers disable trigger ledger_transfers_append_only;
update ledger_transfers set platform_account = case kind when 'fee' then 'fees' else 'adjustments' end where platform_account is null;
alter table ledger_transfers enable trigger ledger_transfers_append_only;
alter table ledger_transfers alter column platform_account set not null;

create view ledger_entries as
  select wallet_id, version, 'wallet' as account, wallet_delta as amount, balance_after, kind, created_at
    from ledger_transfers where wallet_delta <> 0
  union all
  select wallet_id, version, 'receivable', receivable_delta, -owed_after, kind, created_at
    from ledger_transfers where receivable_delta <> 0
  union all
  select wallet_id, version, platform_account, -(wallet_delta + receivable_delta), null, kind, created_at
    from ledger_transfers where wallet_delta + receivable_delta <> 0;

-- The one door for money: a posting is one statement in the caller's transaction. The wallet's row is the lock: it moves only when
-- the money is there. Then the transfer is written, and its unique key says whether that had happened before.
-- Outcomes: posted · replayed (same key, same input) · key_reused (same key, other input) · insufficient.
-- Call it as `select ledger_post(…)`: as a row in FROM it costs a sixth more. p_zone is not needed any more.
create or replace function ledger_post(
  p_user text, p_phase text, p_kind text, p_wallet bigint, p_receivable bigint, p_held bigint, p_account text,
  p_may_owe boolean, p_ends_hold bigint, p_reference text, p_key text, p_at timestamptz, p_zone text,
  out outcome text, out wallet bigint, out number bigint, out moved bigint, out owed bigint, out balance bigint, out available bigint
) language plpgsql as $$
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
end $$;

-- What a key did before, when it did the same; `key_reused` when it did something else; no row when it is new.
-- The input is compared by value: everything the caller gave stands in the row.
create or replace function ledger_replay(
  p_wallet_id bigint, p_phase text, p_kind text, p_gain bigint, p_held bigint, p_account text, p_ends_hold bigint, p_reference text, p_key text
) returns table (outcome text, number bigint, moved bigint, owed bigint, balance bigint) language sql as $$
  select case when t.wallet_id = p_wallet_id and t.phase = p_phase and t.kind = p_kind and t.wallet_delta + t.receivable_delta = p_gain
                and t.held_delta = p_held and t.platform_account = p_account
                and t.ends_hold is not distinct from p_ends_hold and t.reference = p_reference
              then 'replayed' else 'key_reused' end,
         t.version, t.wallet_delta, -t.receivable_delta, t.balance_after
    from ledger_transfers t where t.idempotency_key = p_key
$$;

-- After a posting while something is owed: keeps the two kinds of debt apart, and takes them from a credit, unpaid fees first.
-- Never from what is held.
create or replace function ledger_settle(
  p_wallet_id bigint, p_kind text, p_wallet bigint, p_receivable bigint, p_reference text, p_key text, p_at timestamptz
) returns void language plpgsql as $$
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
end $$;
