-- Trigger after insert on invoices: keeps invoice_counts, sharded by connection so that creations of a store do not block each other.
create or replace function invoice_counts_add() returns trigger language plpgsql as $$
begin
  insert into invoice_counts as c (store_id, status, shard, user_id, total)
    select store_id, status, pg_backend_pid() % 8, min(user_id), count(*) from added where hidden_at is null
     group by store_id, status order by store_id, status
    on conflict (store_id, status, shard) do update set total = c.total + excluded.total;
  return null;
end $$;
