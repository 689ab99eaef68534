-- Trigger before update of deposits: a deposit's terms are immutable, and its status follows the state machine.
create or replace function deposits_stay() returns trigger language plpgsql as $$
begin
  if new.amount <> old.amount or new.user_id <> old.user_id or new.method <> old.method or new.reference is distinct from old.reference
     or new.amount_vnd is distinct from old.amount_vnd or new.rate is distinct from old.rate
     or new.invoice_id is distinct from old.invoice_id then
    raise exception 'what a deposit was made with does not change' using errcode = 'restrict_violation';
  end if;
  if not (old.status = new.status or case old.status
      when 'PENDING' then new.status in ('PAID', 'CANCELED')
      when 'CANCELED' then new.status = 'PAID'
      else false end) then
    raise exception 'a deposit does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
