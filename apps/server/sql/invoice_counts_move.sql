-- Trigger after update of invoices: moves the counts of invoice_counts_add; hidden invoices are not counted.
create or replace function invoice_counts_move() returns trigger language plpgsql as $$
begin
  insert into invoice_counts as c (store_id, status, shard, user_id, total)
    select store_id, status, pg_backend_pid() % 8, min(user_id), sum(step) from (
      select store_id, status, user_id, 1 as step from added where hidden_at is null
      union all
      select store_id, status, user_id, -1 from removed where hidden_at is null) steps
     group by store_id, status having sum(step) <> 0 order by store_id, status
    on conflict (store_id, status, shard) do update set total = c.total + excluded.total;
  return null;
end $$;
