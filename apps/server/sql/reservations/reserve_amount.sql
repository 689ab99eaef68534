-- Reserves the first candidate that is free at all addresses and that nobody sends by mistake: no watched invoice has it as its plain amount,
-- and none asks for it and a usual fee of an exchange, more or less (p_offsets). Null when there is none; with p_any, one that is just free.
-- A transfer is checked again when it arrives: here it saves merchants from deciding by hand, there it saves them from losing money.
-- Waits for uncommitted concurrent creations, then treats their candidates as taken.
create or replace function reserve_amount(
  p_invoice text, p_families text[], p_keys text[], p_candidates bigint[], p_amount bigint, p_offsets bigint[], p_any boolean,
  out payable bigint, out free integer
) language plpgsql as $$
#variable_conflict use_column
declare
  checked_max constant integer := 100; -- a check costs some 0.05 ms
  wanted integer := cardinality(p_keys);
  got integer;
  unclear integer := 0;
  spare bigint;
  untaken bigint[] := p_candidates[1:1];
begin
  for attempt in 1..2 loop
    foreach payable in array untaken loop
      insert into amount_reservations (family, address_key, payable, invoice_id, amount)
        select family, key, reserve_amount.payable, p_invoice, p_amount from unnest(p_families, p_keys) as a (family, key) order by family, key
        on conflict do nothing;
      get diagnostics got = row_count;
      if got = wanted then
        if unclear >= checked_max or not is_explained(p_invoice, p_families, p_keys, payable, p_offsets) then return; end if;
        unclear := unclear + 1;
        spare := coalesce(spare, payable);
      end if;
      if got > 0 then delete from amount_reservations where invoice_id = p_invoice; end if;
    end loop;
    -- The first is taken: find all taken ones in one query instead of trying them one by one.
    select coalesce(array_agg(c order by n), '{}') into untaken
      from unnest(p_candidates[2:]) with ordinality as u (c, n)
     where c not in (
       select r.payable from unnest(p_families, p_keys) as a (family, key)
         join amount_reservations r on r.family = a.family and r.address_key = a.key
        where r.payable between (select min(c) from unnest(p_candidates) c) and (select max(c) from unnest(p_candidates) c));
    free := cardinality(untaken);
  end loop;
  payable := null;
  if not p_any or spare is null then return; end if;
  insert into amount_reservations (family, address_key, payable, invoice_id, amount)
    select family, key, spare, p_invoice, p_amount from unnest(p_families, p_keys) as a (family, key) order by family, key
    on conflict do nothing;
  get diagnostics got = row_count;
  if got = wanted then payable := spare; else delete from amount_reservations where invoice_id = p_invoice; end if;
end $$;
