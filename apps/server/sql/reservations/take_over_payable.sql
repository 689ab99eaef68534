-- Of the last release, as in reserve_payable.sql.
create or replace function take_over_payable(p_invoice text, p_families text[], p_keys text[], p_low bigint, p_high bigint, p_now timestamptz,
  out payable bigint) language sql as $$
  select take_over_amount(p_invoice, p_families, p_keys, array(select generate_series(p_low, p_high, 100)), null, p_now)
$$;
