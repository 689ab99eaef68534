-- When the account did not change: it does not exist yet, the posting is a repetition, the rest may become debt, or the balance is too low.
create or replace function ledger_post_otherwise(
  p_user text, p_phase text, p_kind text, p_balance bigint, p_receivable bigint, p_held bigint, p_platform_account text,
  p_may_owe boolean, p_ends_hold bigint, p_reference text, p_key text, p_at timestamptz,
  out outcome text, out account bigint, out number bigint, out moved bigint, out owed bigint, out balance bigint, out available bigint
) language plpgsql as $$
#variable_conflict use_column
declare
  a ledger_accounts;
  lacking bigint;
begin
  -- A missing row cannot be locked: insert it first. Decisions made without the lock are repeated under it.
  insert into ledger_accounts (user_id, changed_at) values (p_user, p_at) on conflict do nothing;
  select * into strict a from ledger_accounts where user_id = p_user for no key update;
  account := a.id;
  available := a.balance - a.held;
  select * into outcome, number, moved, owed, balance
    from ledger_replay(a.id, p_phase, p_kind, p_balance + p_receivable, p_held, p_platform_account, p_ends_hold, p_reference, p_key);
  if found then return; end if;

  lacking := case when p_may_owe then greatest(0, -(available + p_balance)) else 0 end; -- the held part belongs to open invoices
  if available + p_balance + lacking >= p_held and a.held + p_held >= 0 then
    select * into outcome, account, number, moved, owed, balance, available from ledger_post(p_user, p_phase, p_kind,
      p_balance + lacking, p_receivable - lacking, p_held, p_platform_account, false, p_ends_hold, p_reference, p_key, p_at);
  else
    outcome := 'insufficient';
  end if;
end $$;
