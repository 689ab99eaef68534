set local lock_timeout = '5s';

-- What the shop itself asked for, without the fee: customers send it by mistake. Null in the row of a remainder.
alter table amount_reservations add column amount bigint;
update amount_reservations r set amount = i.amount from invoices i where i.id = r.invoice_id and i.payable = r.payable;
create index amount_reservations_plain on amount_reservations (family, address_key, amount);

-- The amount that was taken over from the invoice, which its customer may still send, and its plain amount.
alter table displaced_reservations add column payable bigint not null default 0, add column amount bigint;
update displaced_reservations d set payable = i.payable, amount = i.amount from invoices i where i.id = d.invoice_id;
alter table displaced_reservations
  drop constraint displaced_reservations_pkey,
  add constraint displaced_reservations_pkey primary key (family, address_key, payable, invoice_id);
create index displaced_reservations_plain on displaced_reservations (family, address_key, amount);
