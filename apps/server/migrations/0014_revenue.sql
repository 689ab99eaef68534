-- What a merchant's dashboard shows, so that nobody has to add up invoices. Written in the transaction that settles.

-- Amounts (not payables) of SUCCESS invoices by the day they became final, a day of the business time zone. A payment that a deep
-- reorganisation takes away is taken off the day it was counted on: the figures say what was really received.
create table revenue_days (
  user_id text collate "C" not null,
  day date not null,
  amount bigint not null,
  invoices bigint not null,
  primary key (user_id, day)
) with (fillfactor = 70);

-- The same over all users, without the platform's own top-ups. Sharded by connection: one row a day would make all settlements
-- of all networks wait for each other.
create table platform_revenue_days (
  day date not null,
  shard smallint not null,
  amount bigint not null,
  invoices bigint not null,
  primary key (day, shard)
) with (fillfactor = 50);

insert into revenue_days (user_id, day, amount, invoices)
  select user_id, (paid_at at time zone 'Asia/Ho_Chi_Minh')::date, sum(amount), count(*) from invoices
   where status = 'SUCCESS' and user_id is not null and paid_at is not null and not 'reversed' = any(flags) group by 1, 2;
insert into platform_revenue_days (day, shard, amount, invoices)
  select day, 0, sum(amount), sum(invoices) from revenue_days group by 1;

-- Which mails about his business a user wants; without a row: those about a low balance only.
create table notification_settings (
  user_id text primary key references users (id),
  invoice_paid boolean not null default false,
  low_balance boolean not null default true,
  -- Since when the user knows that the balance is low; null once it is not any more.
  low_since timestamptz
);
-- Only those who were told are looked at again.
create index notification_settings_low on notification_settings (user_id) where low_since is not null;
