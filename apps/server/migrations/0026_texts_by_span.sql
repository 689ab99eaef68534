set local lock_timeout = '5s';

-- The back office searches names and descriptions by keys too, its own: groups of three and of five characters, hashed with the span
-- alone. A trigram index has no order in time: what only old invoices have was collected whole, and of a text whose three-letter
-- groups are all common every candidate was read. In a database with the C locale it also knows no letter beyond ASCII.
drop index invoice_texts_name, invoice_texts_description;

-- The same as text-keys.domain.ts computes, for rows that come from elsewhere than a creation.
create or replace function invoice_text_keys(p_user text, p_ms bigint, p_trans_id text, p_name text, p_description text) returns integer[]
language plpgsql immutable parallel safe as $$
declare
  span bigint := p_ms >> 30;
  own bigint := (invoice_text_hash(p_user || ':' || span) & 32767) << 16;
  everybody bigint := (32768 | (span & 32767)) << 16;
  ids text[] := array['t^' || left(p_trans_id, 1), 't^' || left(p_trans_id, 2)];
  numbers text[] := '{}';
  short text[] := array['n^' || left(p_name, 1), 'n^' || left(p_name, 2)];
  long text[] := '{}';
begin
  for i in 1..length(p_name) - 2 loop short := short || ('n' || substr(p_name, i, 3)); end loop;
  for i in 1..length(p_name) - 4 loop numbers := numbers || ('n' || substr(p_name, i, 5)); end loop;
  if p_description <> '' then
    short := short || array['d^' || left(p_description, 1), 'd^' || left(p_description, 2)];
    for i in 1..length(p_description) - 2 loop short := short || ('d' || substr(p_description, i, 3)); end loop;
    for i in 1..length(p_description) - 4 loop long := long || ('d' || substr(p_description, i, 5)); end loop;
  end if;
  return (select array_agg(distinct (case when key > 2147483647 then key - 4294967296 else key end)::integer)
            from (select own | invoice_text_hash(gram) as key from unnest(ids || short || numbers) gram where p_user is not null
                  union all select everybody | invoice_text_hash(gram) from unnest(short || numbers || long) gram) k);
end $$;

-- Made anew at the end: entry by entry it would take many times as long. Nobody makes an invoice meanwhile, so the old version is
-- stopped before this one starts; its keys would not be found.
drop index invoice_texts_keys;
update invoice_texts t set keys = invoice_text_keys(i.user_id, (extract(epoch from i.created_at) * 1000)::bigint, i.trans_id, t.name, t.description)
  from invoices i where i.id = t.id;
-- New keys wait in a list, which costs a creation far less than dozens of places in the index; the sweep puts them in place every
-- second, many at once, so that a search finds the list short.
create index invoice_texts_keys on invoice_texts using gin (keys) with (fastupdate = on, gin_pending_list_limit = 1024);

-- A merchant's texts, newest first: what many of his invoices have is counted here, a name from the index alone.
create index invoice_texts_of_user on invoice_texts (user_id, id desc) include (name) where not hidden;
