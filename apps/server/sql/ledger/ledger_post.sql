-- The only way to move money: a posting is one statement in the caller's transaction. The account's row is the lock: it changes only if the
-- balance suffices. Then the entry is written, and its unique key shows whether it is a repetition.
-- Outcomes: posted · replayed (same key, same input) · key_reused (same key, other input) · insufficient.
create or replace function ledger_post(
  p_user text, p_phase text, p_kind text, p_balance bigint, p_receivable bigint, p_held bigint, p_platform_account text,
  p_may_owe boolean, p_ends_hold bigint, p_reference text, p_key text, p_at timestamptz,
  out outcome text, out account bigint, out number bigint, out moved bigint, out owed bigint, out balance bigint, out available bigint
) language plpgsql as $$
#variable_conflict use_column
declare
  held bigint;
  at timestamptz;
begin
  update ledger_accounts a
     set balance = a.balance + p_balance, held = a.held + p_held, owed = a.owed - p_receivable, version = a.version + 1,
         changed_at = greatest(p_at, a.changed_at)
   where a.user_id = p_user and a.balance + p_balance >= a.held + p_held and a.held + p_held >= 0
   returning 'posted', a.id, a.version, p_balance, a.owed, a.balance, a.held, a.balance - a.held, a.changed_at
    into outcome, account, number, moved, owed, balance, held, available, at;
  if not found then
    select * into outcome, account, number, moved, owed, balance, available from ledger_post_otherwise(
      p_user, p_phase, p_kind, p_balance, p_receivable, p_held, p_platform_account, p_may_owe, p_ends_hold, p_reference, p_key, p_at);
    return;
  end if;

  insert into ledger_entries (account_id, version, phase, kind, balance_delta, receivable_delta, platform_account,
      held_delta, balance_after, held_after, owed_after, ends_hold, reference, idempotency_key, created_at)
    select account, number, p_phase, p_kind, p_balance, p_receivable, p_platform_account,
      p_held, balance, held, owed, p_ends_hold, p_reference, p_key, at
    on conflict (idempotency_key) do nothing;
  if not found then -- a repetition: no one has seen the account's change, so undo it
    update ledger_accounts a
       set balance = a.balance - p_balance, held = a.held - p_held, owed = a.owed + p_receivable, version = a.version - 1
     where a.id = account;
    available := available - p_balance + p_held;
    select * into strict outcome, number, moved, owed, balance
      from ledger_replay(account, p_phase, p_kind, p_balance + p_receivable, p_held, p_platform_account, p_ends_hold, p_reference, p_key);
    return;
  end if;

  if owed <> 0 or p_receivable <> 0 then
    owed := -p_receivable;
    perform ledger_settle(account, p_kind, p_balance, p_receivable, p_reference, p_key, p_at);
  end if;
end $$;
