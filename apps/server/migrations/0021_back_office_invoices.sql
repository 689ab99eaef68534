set local lock_timeout = '5s';

-- The back office searches the invoices of everybody. Two of these cost something when an invoice is made; the others hold paid or
-- failed invoices alone. Creation and expiry need none: the order of the list serves them.
create index invoices_request_id_start on invoices (lower(request_id)) where request_id is not null;
create index invoices_amount on invoices (amount);
create index invoices_paid_from on invoices (lower(from_address) text_pattern_ops) where from_address is not null;
create index invoices_paid_to on invoices (lower(to_address) text_pattern_ops, id desc) where to_address is not null;
create index invoices_paid_hash on invoices (lower(trans_hash)) where trans_hash is not null;
create index invoices_paid_network on invoices (network, id desc) where network is not null;
create index invoices_rare_status on invoices (status, id desc) where status in ('PROCESSING', 'FAILED');
create index invoices_of_platform on invoices (id desc) where user_id is null;

-- Texts are searched where they are written once: on invoices each of their changes would write all these entries again.
drop index invoices_name, invoices_description;
create index invoice_texts_name on invoice_texts using gin (name gin_trgm_ops);
create index invoice_texts_description on invoice_texts using gin (description gin_trgm_ops);
