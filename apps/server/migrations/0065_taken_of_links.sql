set local lock_timeout = '5s';

-- Whether the invoice is open or paid, and whether it is paid: link_invoices_follow keeps both. What is left of a stock is read from the index
-- alone, without the invoices that ended.
alter table payment_link_invoices add column taken boolean not null default true;
alter table payment_link_invoices add column paid boolean not null default false;
create index payment_link_invoices_taken on payment_link_invoices (link_id, paid) where taken;
