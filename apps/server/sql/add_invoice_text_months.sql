-- Adds the missing partitions of invoice_texts, one per month: ids begin with their time in base 32, so a month is a range of ids. Answers
-- the months it cannot add, because the default partition already has texts of them.
create or replace function add_invoice_text_months(p_from timestamptz, p_ahead integer default 3) returns setof text language plpgsql as $$
declare
  v_month timestamp;
  v_name text;
  v_ids text[];
begin
  for v_month in
    select date_trunc('month', p_from at time zone 'UTC') + n * interval '1 month' from generate_series(0, p_ahead) n
  loop
    v_name := 'invoice_texts_' || to_char(v_month, 'YYYY_MM');
    continue when to_regclass(v_name) is not null;
    v_ids := array(
      select (select 'inv_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', (ms >> 5 * (9 - digit) & 31)::integer + 1, 1), '' order by digit)
                from generate_series(0, 9) digit)
        from unnest(array[v_month, v_month + interval '1 month']) with ordinality bound (at, place),
             lateral (select (extract(epoch from at) * 1000)::bigint as ms) milliseconds
       order by place);
    begin
      execute format('create table %I partition of invoice_texts for values from (%L) to (%L)', v_name, v_ids[1], v_ids[2]);
    exception when check_violation then
      return next to_char(v_month, 'YYYY-MM');
    end;
  end loop;
end $$;
