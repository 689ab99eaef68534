-- Same result as text-keys.domain.ts, for rows from other sources than a creation.
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
