-- Trigger after update of invoices: hidden invoices are not found by searches.
create or replace function invoice_texts_hide() returns trigger language plpgsql as $$
begin
  update invoice_texts set hidden = new.hidden_at is not null where id = new.id;
  return null;
end $$;
