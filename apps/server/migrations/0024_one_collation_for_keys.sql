-- Keys compare byte by byte everywhere. Where one side of a join was "C" and the other the default, the index of the default side
-- could not be used, and reading one invoice read every store.
do $$
declare
  c record;
begin
  for c in
    select a.attrelid::regclass as tab, a.attname as col
      from pg_attribute a
      join pg_class t on t.oid = a.attrelid and t.relkind in ('r', 'p') and not t.relispartition
      join pg_namespace n on n.oid = t.relnamespace and n.nspname = current_schema()
      join pg_collation k on k.oid = a.attcollation and k.collname = 'default'
     where a.attnum > 0 and not a.attisdropped and a.atttypid = 'text'::regtype
       and (a.attname in ('id', 'family', 'address_key', 'to_key') or a.attname like '%\_id')
     order by 1, 2
  loop
    execute format('alter table %s alter column %I type text collate "C"', c.tab, c.col);
  end loop;
end $$;
