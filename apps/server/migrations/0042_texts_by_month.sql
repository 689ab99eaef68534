-- The texts of invoices that are searched, by month, each with a trigram index. Ids begin with the time in base 32, so a month is a range
-- of ids. Before, hand-made keys by owner and time span were indexed (ADR 12).
create extension if not exists btree_gin;

alter table invoice_texts rename to invoice_texts_before;
alter index invoice_texts_pkey rename to invoice_texts_before_pkey;
drop index invoice_texts_of_user;

create table invoice_texts (
  id text collate "C" not null,
  user_id text collate "C",
  trans_start text collate "C" not null,
  name text not null,
  description text,
  hidden boolean not null default false,
  primary key (id)
) partition by range (id);
create table invoice_texts_default partition of invoice_texts default;

-- From the oldest invoice to three months ahead; the worker adds the later ones.
do $$
declare
  months timestamp[] := array(select generate_series(
    date_trunc('month', coalesce((select created_at from invoices order by id limit 1), now()) at time zone 'UTC'),
    date_trunc('month', now() at time zone 'UTC') + interval '4 months', interval '1 month'));
  ids text[] := array(
    select (select 'inv_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', (ms >> 5 * (9 - digit) & 31)::integer + 1, 1), '' order by digit)
              from generate_series(0, 9) digit)
      from (select (extract(epoch from month) * 1000)::bigint as ms, place from unnest(months) with ordinality m (month, place)) m order by place);
begin
  for n in 1..cardinality(ids) - 1 loop
    execute format('create table %I partition of invoice_texts for values from (%L) to (%L)',
      'invoice_texts_' || to_char(months[n], 'YYYY_MM'), ids[n], ids[n + 1]);
  end loop;
end $$;

insert into invoice_texts (id, user_id, trans_start, name, description, hidden)
  select id, user_id, trans_start, name, description, hidden from invoice_texts_before order by id;
drop table invoice_texts_before;
drop function if exists invoice_text_keys, invoice_text_hash;

create index invoice_texts_of_user on invoice_texts (user_id, id desc) include (name) where not hidden;
-- New entries wait in a list, which the sweep merges in bulk.
create index invoice_texts_search on invoice_texts using gin
  (user_id, trans_start gin_trgm_ops, name gin_trgm_ops, description gin_trgm_ops) with (fastupdate = on, gin_pending_list_limit = 1024);
analyze invoice_texts;
