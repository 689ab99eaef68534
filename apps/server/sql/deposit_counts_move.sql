-- Trigger after update of deposits: moves the counts of deposit_counts_add from the old status to the new one.
create or replace function deposit_counts_move() returns trigger language plpgsql as $$
begin
  insert into deposit_counts as c (user_id, status, total)
    select user_id, status, sum(step) from (
      select user_id, status, 1 as step from added union all select user_id, status, -1 from removed) steps
     group by user_id, status having sum(step) <> 0 order by user_id, status
    on conflict (user_id, status) do update set total = c.total + excluded.total;
  insert into deposit_totals as c (method, status, shard, total)
    select method, status, pg_backend_pid() % 8, sum(step) from (
      select method, status, 1 as step from added union all select method, status, -1 from removed) steps
     group by method, status having sum(step) <> 0 order by method, status
    on conflict (method, status, shard) do update set total = c.total + excluded.total;
  return null;
end $$;
