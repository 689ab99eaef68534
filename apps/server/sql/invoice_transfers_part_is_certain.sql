-- Last safeguard of rule 3: a part is attached automatically only where no other invoice is watched at the address. Less than 0.01 is dust.
create or replace function invoice_transfers_part_is_certain() returns trigger language plpgsql as $$
begin
  if new.amount < 10000 then
    raise exception 'dust is no part of an invoice' using errcode = 'restrict_violation';
  end if;
  if exists (
    select 1 from transfers t
      join lateral (
        select r.invoice_id from amount_reservations r where r.family = t.family and r.address_key = t.to_key
        union all
        select d.invoice_id from displaced_reservations d where d.family = t.family and d.address_key = t.to_key) w on true
      join invoices i on i.id = w.invoice_id
     where t.id = new.transfer_id and w.invoice_id <> new.invoice_id 
       and invoice_precedes(i.heads, i.created_at, t.network, t.block_number, t.block_time)) then
    raise exception 'a part is attached where another invoice could be meant' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
