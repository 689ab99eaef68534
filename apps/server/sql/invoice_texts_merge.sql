-- Merges new entries into the trigram indexes of all months; with none it costs one check each. Only the owner of an index may, so it runs as
-- that (ADR 52).
create or replace function invoice_texts_merge() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform gin_clean_pending_list(relid) from pg_partition_tree('invoice_texts_search') where isleaf;
end $$;
