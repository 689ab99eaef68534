-- Called by workers of releases before schema 66, while both run; they log the months that it answers.
create or replace function add_invoice_text_months(p_from timestamptz, p_ahead integer default 3) returns setof text language plpgsql as $$
begin
  return query select add_months(p_from, p_ahead);
end $$;
