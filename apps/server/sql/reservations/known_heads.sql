-- What a new invoice keeps of each network without a call to a node: the head that the watcher recorded last, and the chain's time now, in
-- seconds like that of most blocks. In plpgsql, whose columns are looked up when it runs: functions are also created on earlier schemas.
create or replace function known_heads(p_now timestamptz) returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_object_agg(network, jsonb_build_array(head_block,
             floor(extract(epoch from p_now - coalesce(clock_lag_ms, 60000) * interval '1 millisecond'))))
      from chain_cursors where head_block is not null);
end $$;
