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
