-- When the wallet did not move: there is none yet, it was done before, the rest may be owed, or the money is not there.
create or replace function ledger_post_otherwise(
  p_user text, p_phase text, p_kind text, p_wallet bigint, p_receivable bigint, p_held bigint, p_account text,
  p_may_owe boolean, p_ends_hold bigint, p_reference text, p_key text, p_at timestamptz,
  out outcome text, out wallet bigint, out number bigint, out moved bigint, out owed bigint, out balance bigint, out available bigint
) language plpgsql as $$
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
end $$;
