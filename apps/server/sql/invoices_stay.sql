-- Trigger before update of invoices: an invoice's terms are immutable, and its status follows the state machine.
create or replace function invoices_stay() returns trigger language plpgsql as $$
begin
  if new.amount <> old.amount or new.fee <> old.fee or new.payable <> old.payable or new.store_id <> old.store_id
     or new.addresses <> old.addresses or new.version < old.version then
    raise exception 'what an invoice was made with does not change' using errcode = 'restrict_violation';
  end if;
  if not (old.status = new.status or case old.status
      when 'WAITING' then new.status in ('PROCESSING', 'SUCCESS', 'EXPIRED')
      when 'PROCESSING' then new.status in ('WAITING', 'SUCCESS', 'EXPIRED')
      when 'EXPIRED' then new.status in ('PROCESSING', 'SUCCESS', 'FAILED')
      when 'FAILED' then new.status in ('PROCESSING', 'SUCCESS')
      else false end) then
    raise exception 'an invoice does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
