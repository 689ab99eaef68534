set local lock_timeout = '5s';

-- Websites whose pages may frame the checkout of the store, as browsers write an origin.
alter table stores add column embed_origins text[] not null default '{}';

-- A deleted link that has invoices stays, so that those who have paid can still read its message.
alter table payment_links add column deleted_at timestamptz;
