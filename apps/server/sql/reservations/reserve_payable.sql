-- Of the last release; a creation that is under way while the functions are replaced calls it.
create or replace function reserve_payable(
  p_invoice text, p_families text[], p_keys text[], p_candidates bigint[], out payable bigint, out free integer
) language sql as $$
  select * from reserve_amount(p_invoice, p_families, p_keys, p_candidates, null, '{}', true)
$$;
