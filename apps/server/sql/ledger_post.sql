-- The one door for money: a posting is one statement in the caller's transaction. The wallet's row is the lock: it moves only when
-- the money is there. Then the transfer is written, and its unique key says whether that had happened before.
-- Outcomes: posted · replayed (same key, same input) · key_reused (same key, other input) · insufficient.
-- p_zone is not needed any more.
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
