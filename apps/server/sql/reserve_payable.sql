-- Reserves the first candidate that is free at all addresses; null when none is. Waits for uncommitted concurrent creations, then treats
-- their candidates as taken.
create or replace function reserve_payable(
  p_invoice text, p_families text[], p_keys text[], p_candidates bigint[], out payable bigint, out free integer
) language plpgsql as $$
#variable_conflict use_column
declare
  wanted integer := cardinality(p_keys);
  got integer;
  untaken bigint[] := p_candidates[1:1];
begin
  for attempt in 1..2 loop
    foreach payable in array untaken loop
      insert into amount_reservations (family, address_key, payable, invoice_id)
        select family, key, reserve_payable.payable, p_invoice from unnest(p_families, p_keys) as a (family, key) order by family, key
        on conflict do nothing;
      get diagnostics got = row_count;
      if got = wanted then return; end if;
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
end $$;
