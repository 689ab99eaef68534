-- Whether the invoice existed when the block was made. By the head that was known then, in number and in the chain's own time; where none
-- was known, by the time of the block, with a minute for a chain's clock that runs behind ours.
create or replace function invoice_precedes(p_heads jsonb, p_created_at timestamptz, p_network text, p_block bigint, p_block_time timestamptz)
returns boolean language sql stable as $$
  select case when p_heads ? p_network
    then p_block > (p_heads -> p_network ->> 0)::bigint and p_block_time >= to_timestamp((p_heads -> p_network ->> 1)::bigint)
    else p_created_at <= p_block_time + interval '60 seconds' end
$$;
