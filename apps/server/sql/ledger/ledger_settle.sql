-- After a posting with debt: keeps the two kinds of debt separate, and settles them from a credit, unpaid fees first, never from the held
-- part.
create or replace function ledger_settle(
  p_account_id bigint, p_kind text, p_balance bigint, p_receivable bigint, p_reference text, p_key text, p_at timestamptz
) returns void language plpgsql as $$
declare
  a ledger_accounts;
  fees bigint;
  other bigint;
begin
  if p_kind <> 'fee' and p_receivable <> 0 then
    update ledger_accounts set owed_other = owed_other - p_receivable where id = p_account_id;
  end if;
  if p_balance <= 0 then return; end if;
  select * into strict a from ledger_accounts where id = p_account_id;
  fees := least(a.owed - a.owed_other, a.balance - a.held);
  other := least(a.owed_other, a.balance - a.held - fees);
  if fees > 0 then
    perform ledger_post(a.user_id, 'posted', 'fee', -fees, fees, 0, 'fees', false, null, p_reference, p_key || '#owed-fees', p_at);
  end if;
  if other > 0 then
    perform ledger_post(a.user_id, 'posted', 'adjust', -other, other, 0, 'adjustments', false, null, p_reference, p_key || '#owed-other', p_at);
  end if;
end $$;
