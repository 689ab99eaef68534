-- The back office: an index for each filter of its lists, and roll-ups for its statistics.

-- Users, newest first.
create index users_username_anywhere on users using gin (username_key gin_trgm_ops);
create index users_username_start on users (username_key text_pattern_ops);
create index users_ip_start on users (last_ip text_pattern_ops) where last_ip is not null;
create index users_admins on users (created_at desc, id desc) where role = 'ADMIN';

-- How many registered in each quarter of an hour, and in all ('-infinity'). Every time zone's days begin on such a quarter, so the
-- table needs to know none. Sharded by connection: two sign-ups do not wait for each other.
create table user_counts (
  since timestamptz not null,
  shard smallint not null,
  total bigint not null,
  primary key (since, shard)
) with (fillfactor = 70);

create function user_counts_add() returns trigger language plpgsql as $$
begin
  insert into user_counts as c (since, shard, total)
    select since, pg_backend_pid() % 4, count(*)
      from added, unnest(array[timestamptz '-infinity', date_bin('15 minutes', created_at, timestamptz 'epoch')]) as since
     group by since order by since
    on conflict (since, shard) do update set total = c.total + excluded.total;
  return null;
end $$;

insert into user_counts (since, shard, total)
  select since, 0, count(*)
    from users, unnest(array[timestamptz '-infinity', date_bin('15 minutes', created_at, timestamptz 'epoch')]) as since
   group by since;

create trigger users_count_new after insert on users referencing new table as added
  for each statement execute function user_counts_add();

-- Stores, newest first.
create index stores_name_anywhere on stores using gin (lower(name) gin_trgm_ops) where deleted_at is null;
create index stores_name_start on stores (lower(name) text_pattern_ops) where deleted_at is null;
create index stores_merchant_id_start on stores (merchant_id text_pattern_ops) where deleted_at is null;

-- The audit trail, by the beginning of an action.
create index audit_log_action on audit_log (action text_pattern_ops, id desc);

-- What the platform really took in fees each business day, over all wallets: written when the ledger check folds what it has proven,
-- so that postings pay nothing for it; readers add what came after. Signs are those of the wallets: fees are negative, refunds positive.
create table ledger_fee_days (
  day date primary key,
  fee bigint not null,
  refund bigint not null
);
insert into ledger_fee_days (day, fee, refund)
  select (t.created_at at time zone 'Asia/Ho_Chi_Minh')::date,
         coalesce(sum(t.wallet_delta + t.receivable_delta) filter (where t.kind = 'fee'), 0),
         coalesce(sum(t.wallet_delta + t.receivable_delta) filter (where t.kind = 'refund'), 0)
    from ledger_transfers t join ledger_checkpoints c on c.wallet_id = t.wallet_id and t.version <= c.version
   where t.kind in ('fee', 'refund') and t.wallet_delta + t.receivable_delta <> 0
   group by 1;
-- A fee that is owed as a whole moves no wallet; there are hardly any, and the statistics must not miss them.
create index ledger_transfers_owed_lines on ledger_transfers (created_at) where wallet_delta = 0 and receivable_delta <> 0;
