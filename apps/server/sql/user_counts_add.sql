-- Trigger after insert on users: keeps user_counts, in all and by quarter hours, sharded by connection.
create or replace function user_counts_add() returns trigger language plpgsql as $$
begin
  insert into user_counts as c (since, shard, total)
    select since, pg_backend_pid() % 4, count(*)
      from added, unnest(array[timestamptz '-infinity', date_bin('15 minutes', created_at, timestamptz 'epoch')]) as since
     group by since order by since
    on conflict (since, shard) do update set total = c.total + excluded.total;
  return null;
end $$;
