-- Strangers make orders of links: what unpaid ones may reserve of the owner's balance is limited, by link and by network address.
alter table payment_links
  add column amount_max bigint constraint payment_links_amount_max_positive check (amount_max > 0),
  add column hold_max bigint constraint payment_links_hold_max_positive check (hold_max > 0);

alter table payment_link_invoices
  add column held bigint not null default 0 constraint payment_link_invoices_held_not_negative check (held >= 0),
  add column ordered_by text;
update payment_link_invoices p set held = i.fee
  from invoices i where i.id = p.invoice_id and p.taken and not p.paid and i.hold_id is not null;
create index payment_link_invoices_unpaid on payment_link_invoices (link_id, ordered_by) include (held) where taken and not paid;

alter table invoices drop constraint invoices_flags_known;
alter table invoices add constraint invoices_flags_known
  check (flags <@ array['paidLate', 'paidPartial', 'paidOver', 'resolvedByHand', 'cancelled', 'reversed', 'oversold']) not valid;
alter table invoices validate constraint invoices_flags_known;
