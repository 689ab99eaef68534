-- Whether another invoice that is watched at one of these addresses has this plain amount, or asks for one at one of these distances.
create or replace function is_explained(p_invoice text, p_families text[], p_keys text[], p_amount bigint, p_offsets bigint[])
returns boolean language plpgsql stable as $$
declare
  near bigint[] := array(select p_amount + d from unnest(p_offsets) d);
begin
  return exists (
    select from unnest(p_families, p_keys) as a (family, key)
     where exists (select from amount_reservations r
                    where r.family = a.family and r.address_key = a.key and r.amount = p_amount and r.invoice_id <> p_invoice)
        or exists (select from amount_reservations r
                    where r.family = a.family and r.address_key = a.key and r.payable = any(near) and r.invoice_id <> p_invoice)
        or exists (select from displaced_reservations d where d.family = a.family and d.address_key = a.key and d.amount = p_amount)
        or exists (select from displaced_reservations d
                    where d.family = a.family and d.address_key = a.key and d.payable = any(near || p_amount)));
end $$;
