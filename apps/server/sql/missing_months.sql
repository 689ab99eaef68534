-- The months from p_from's on that tables which grow have no partition for, and its bounds. Ids of invoices begin with their time in base 32,
-- so a month is a range of ids. A table that was there before its months is the first partition, up to a certain month (ADR 47).
create or replace function missing_months(p_from timestamptz, p_ahead integer default 3)
returns table (grows text, month text, part text, low text, high text) language sql stable as $$
  select g.grows, to_char(m.begins, 'YYYY-MM'), p.part, b.bounds[1], b.bounds[2]
    from (values ('invoice_texts', true), ('events', false), ('callback_attempts', false)) g (grows, by_id),
         lateral (select date_trunc('month', p_from at time zone 'UTC') + n * interval '1 month' as begins from generate_series(0, p_ahead) n) m,
         lateral (select g.grows || to_char(m.begins, '_YYYY_MM') as part) p,
         lateral (
           select array_agg(case when g.by_id then
                    (select 'inv_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((extract(epoch from at) * 1000)::bigint >> 5 * (9 - digit) & 31)::integer + 1, 1), '' order by digit)
                       from generate_series(0, 9) digit)
                    else to_char(at, 'YYYY-MM-DD HH24:MI:SS"+00"') end order by place) as bounds
             from unnest(array[m.begins, m.begins + interval '1 month']) with ordinality bound (at, place)) b
   where not exists (select from pg_inherits i where i.inhparent = g.grows::regclass and i.inhrelid = to_regclass(p.part))
     and not exists (
       select from pg_class c where c.oid = to_regclass(g.grows || '_before') and c.relispartition
          and m.begins at time zone 'UTC' < substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''(\d{4}-[^'']+)')::timestamptz)
   order by 1, 2
$$;
