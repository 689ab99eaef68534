-- When nothing is free: takes over a candidate whose invoices have been expired or final for more than two hours; paid ones first, then the
-- longest. The invoice that loses it is still watched at the address (displaced_reservations), and as long as it is unpaid, a transfer of
-- the amount pays neither of the two.
create or replace function take_over_amount(p_invoice text, p_families text[], p_keys text[], p_candidates bigint[], p_amount bigint,
  p_now timestamptz, out payable bigint) language plpgsql as $$
#variable_conflict use_column
declare
  got integer;
begin
  for attempt in 1..5 loop -- another creation may be faster
    select r.payable into payable from unnest(p_families, p_keys) as a (family, key)
      join amount_reservations r on r.family = a.family and r.address_key = a.key
      left join invoices i on i.id = r.invoice_id
     where r.payable = any(p_candidates)
     group by r.payable having bool_and(coalesce(r.ended_at < p_now - interval '2 hours', false))
     order by bool_and(i.status = 'SUCCESS') is not true, max(r.ended_at), r.payable limit 1;
    if payable is null then return; end if;
    with taken as (
      delete from amount_reservations r using unnest(p_families, p_keys) as a (family, key)
       where r.family = a.family and r.address_key = a.key and r.payable = take_over_amount.payable
         and r.ended_at < p_now - interval '2 hours'
      returning r.family, r.address_key, r.invoice_id, r.payable, r.amount)
    insert into displaced_reservations (family, address_key, invoice_id, displaced_at, payable, amount)
      select family, address_key, invoice_id, p_now, payable, amount from taken order by family, address_key
      on conflict do nothing;
    insert into amount_reservations (family, address_key, payable, invoice_id, amount)
      select family, key, take_over_amount.payable, p_invoice, p_amount from unnest(p_families, p_keys) as a (family, key) order by family, key
      on conflict do nothing;
    get diagnostics got = row_count;
    if got = cardinality(p_keys) then return; end if;
    delete from amount_reservations where invoice_id = p_invoice;
  end loop;
  payable := null;
end $$;
