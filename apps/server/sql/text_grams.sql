-- The n-grams of one length in a searched text; see name_grams.
create or replace function text_grams(p_text text, p_length integer) returns text[] language sql immutable parallel safe strict as $$
  select coalesce(array_agg(distinct substr(p_text, i, p_length)), '{}') from generate_series(1, length(p_text) - p_length + 1) i
$$;
