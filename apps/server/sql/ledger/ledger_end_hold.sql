-- Captures a hold (all or part; the rest is released) or releases it. The key is derived from the hold, so a hold ends once. Further
-- outcomes: unknown_hold · more_than_held.
create or replace function ledger_end_hold(
  p_account_id bigint, p_hold bigint, p_phase text, p_amount bigint, p_at timestamptz,
  out outcome text, out account bigint, out number bigint, out moved bigint, out owed bigint, out balance bigint, out available bigint
) language plpgsql as $$
declare
  hold ledger_entries;
  amount bigint;
begin
  -- Needs no lock: a pending row never changes.
  select * into hold from ledger_entries e where e.account_id = p_account_id and e.version = p_hold and e.phase = 'pending';
  if not found then outcome := 'unknown_hold'; return; end if;
  amount := case p_phase when 'posted' then coalesce(p_amount, hold.held_delta) else 0 end;
  if amount > hold.held_delta then outcome := 'more_than_held'; return; end if;
  select * into outcome, account, number, moved, owed, balance, available
    from ledger_post((select a.user_id from ledger_accounts a where a.id = p_account_id), p_phase, hold.kind, -amount, 0, -hold.held_delta,
      hold.platform_account, false, hold.version, hold.reference, 'hold-end:' || hold.account_id || ':' || hold.version, p_at);
end $$;
