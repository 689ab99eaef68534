-- Erigon-based nodes number logs otherwise than geth, also one machine of several behind one address: on EVM networks too a transfer is
-- from:to:raw:ordinal now, the ordinal among equal transfers of its transaction (see 0029). Rows that a watcher of the previous release
-- writes beside this one keep the log's number; they are renamed when their block is read again.
update transfers t
   set log_key = concat_ws(':', k.from_address, k.to_address, k.raw, k.ordinal)
  from (select id, from_address, to_address, raw,
               row_number() over (partition by network, tx_hash, from_address, to_address, raw order by log_index, id) - 1 as ordinal
          from transfers
         where family = 'evm' and state <> 'reorged') k
 where k.id = t.id;

-- The proofs of refunds. A row is the merchant's, so the ordinal counts their rows.
update refunds r
   set log_key = concat_ws(':', k.from_address, k.to_address, k.raw, k.ordinal)
  from (select id, from_address, to_address, raw,
               row_number() over (partition by user_id, network, tx_hash, from_address, to_address, raw order by log_index, id) - 1 as ordinal
          from refunds
         where log_key is not null and position(':' in log_key) = 0) k
 where k.id = r.id;
