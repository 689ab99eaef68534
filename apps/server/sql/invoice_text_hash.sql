-- Same result as text-keys.domain.ts, for rows from other sources than a creation.
create or replace function invoice_text_hash(p_text text) returns bigint language plpgsql immutable parallel safe strict as $$
declare
  h bigint := 2166136261;
begin
  for i in 1..length(p_text) loop
    h := ((h # ascii(substr(p_text, i, 1))) * 16777619) & 4294967295;
  end loop;
  return (h >> 16) # (h & 65535);
end $$;
