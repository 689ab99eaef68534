set local lock_timeout = '5s';

-- Deleted stores are looked for by their owner too: their invoices are listed.
drop index stores_of_user;
create index stores_of_user on stores (user_id, id desc);

-- Each state in the order of the back office's list. Open invoices are left out, so that making one writes nothing here.
drop index invoices_rare_status;
create index invoices_status on invoices (status, id desc) where status <> 'WAITING';

-- Payments from one address, newest first, as there is one for payments to it.
drop index invoices_paid_from;
create index invoices_paid_from on invoices (lower(from_address) text_pattern_ops, id desc) where from_address is not null;
