-- When nothing is free: takes over the amount whose invoices have been expired or final longest, and for more than two hours. The invoice
-- that loses it is still watched at the address (displaced_reservations).
create or replace function take_over_payable(p_invoice text, p_families text[], p_keys text[], p_low bigint, p_high bigint, p_now timestamptz,
  out payable bigint) language plpgsql as $$
#variable_conflict use_column
declare
  got integer;
begin
  for attempt in 1..5 loop -- another creation may be faster
    select r.payable into payable from unnest(p_families, p_keys) as a (family, key)
      join amount_reservations r on r.family = a.family and r.address_key = a.key
     where r.payable between p_low and p_high
     group by r.payable having bool_and(coalesce(r.ended_at < p_now - interval '2 hours', false))
     order by max(r.ended_at), r.payable limit 1;
    if payable is null then return; end if;
    with taken as (
      delete from amount_reservations r using unnest(p_families, p_keys) as a (family, key)
       where r.family = a.family and r.address_key = a.key and r.payable = take_over_payable.payable
         and r.ended_at < p_now - interval '2 hours'
      returning r.family, r.address_key, r.invoice_id)
    insert into displaced_reservations (family, address_key, invoice_id, displaced_at)
      select family, address_key, invoice_id, p_now from taken order by family, address_key
      on conflict do nothing;
    insert into amount_reservations (family, address_key, payable, invoice_id)
      select family, key, take_over_payable.payable, p_invoice from unnest(p_families, p_keys) as a (family, key) order by family, key
      on conflict do nothing;
    get diagnostics got = row_count;
    if got = cardinality(p_keys) then return; end if;
    delete from amount_reservations where invoice_id = p_invoice;
  end loop;
  payable := null;
end $$;
