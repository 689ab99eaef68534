-- Trigger after insert on deposits: keeps deposit_counts (by user) and deposit_totals (by method, sharded by connection).
create or replace function deposit_counts_add() returns trigger language plpgsql as $$
begin
  insert into deposit_counts as c (user_id, status, total)
    select user_id, status, count(*) from added group by user_id, status order by user_id, status
    on conflict (user_id, status) do update set total = c.total + excluded.total;
  insert into deposit_totals as c (method, status, shard, total)
    select method, status, pg_backend_pid() % 8, count(*) from added group by method, status order by method, status
    on conflict (method, status, shard) do update set total = c.total + excluded.total;
  return null;
end $$;
