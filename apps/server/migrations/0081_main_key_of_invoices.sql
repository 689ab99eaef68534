-- Whether an invoice was made with the store's main key: only then its callbacks carry that key. Earlier invoices go on as they were made.
alter table invoices add column with_main_key boolean not null default true;
