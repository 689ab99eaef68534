set local lock_timeout = '5s';

-- What makes a transfer one and the same, whichever node reports it. EVM: the log's number in its block. TRON: from:to:raw:ordinal,
-- because nodes and indexers number TRON's logs differently (within the block, or within the transaction); the ordinal counts equal
-- transfers of one transaction. Solana: where in the transaction, and into which token account. log_index is only shown.
-- No default: a watcher of the previous version cannot store a transfer without it, reads the block again and leaves it to the next.
alter table transfers add column log_key text collate "C";
update transfers t
   set log_key = case k.network when 'TRON' then concat_ws(':', k.from_address, k.to_address, k.raw, k.ordinal) else k.log_index::text end
  from (select id, network, from_address, to_address, raw, log_index,
               row_number() over (partition by network, tx_hash, from_address, to_address, raw, state = 'reorged' order by log_index, id) - 1
                 as ordinal
          from transfers) k
 where k.id = t.id;
alter table transfers alter column log_key set not null;

drop index transfers_log_unique;
create unique index transfers_log_unique on transfers (tx_hash, network, log_key) where state <> 'reorged';

-- Where reading begins again although the cursor is further, because a block was doubted or a transfer below it was shown to us.
alter table chain_cursors add column rescan_from bigint;
