set local lock_timeout = '5s';

-- A link that a merchant makes once and many customers open; each payment of it is an invoice of its own.
create table payment_links (
  id text collate "C" not null constraint payment_links_pkey primary key,
  slug text collate "C" not null constraint payment_links_slug_unique unique,
  user_id text collate "C" not null,
  store_id text collate "C" not null,
  name text not null,
  description text,
  -- Null: the customer chooses it.
  amount bigint constraint payment_links_amount_positive check (amount > 0),
  -- How many may be sold in all; null: any number.
  stock integer constraint payment_links_stock_positive check (stock > 0),
  ends_at timestamptz,
  -- [{"label": "…", "required": true}], in order.
  questions jsonb not null default '[]',
  success_message text,
  enabled boolean not null default true,
  created_at timestamptz not null
);
create index payment_links_by_user on payment_links (user_id, id);

-- Which invoices a link has made: what is open or paid of them is taken from its stock.
create table payment_link_invoices (
  invoice_id text collate "C" not null constraint payment_link_invoices_pkey primary key,
  link_id text collate "C" not null
);
create index payment_link_invoices_by_link on payment_link_invoices (link_id);
