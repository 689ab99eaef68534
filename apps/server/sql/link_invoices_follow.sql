-- Trigger after update of invoices: what a payment link has sold follows the status of its invoices. Most belong to no link: one look into the
-- primary key each. The network address of the payer is kept only while the order is unpaid.
create or replace function link_invoices_follow() returns trigger language plpgsql as $$
begin
  update payment_link_invoices p set taken = a.status in ('WAITING', 'PROCESSING', 'SUCCESS'), paid = a.status = 'SUCCESS',
         ordered_by = case when a.status in ('WAITING', 'PROCESSING') then p.ordered_by end
    from added a where p.invoice_id = a.id
     and (p.taken, p.paid) is distinct from (a.status in ('WAITING', 'PROCESSING', 'SUCCESS'), a.status = 'SUCCESS');
  return null;
end $$;

-- An empty database gets the table, and this trigger with it, after its functions.
do $$
begin
  if to_regclass('payment_link_invoices') is null then return; end if;
  create or replace trigger invoices_of_links after update on invoices
    referencing new table as added for each statement execute function link_invoices_follow();
  -- What was written before the trigger existed; creating it has waited for every transaction that was writing.
  update payment_link_invoices p set taken = i.status in ('WAITING', 'PROCESSING', 'SUCCESS'), paid = i.status = 'SUCCESS'
    from invoices i where i.id = p.invoice_id
     and (p.taken, p.paid) is distinct from (i.status in ('WAITING', 'PROCESSING', 'SUCCESS'), i.status = 'SUCCESS');
end $$;
