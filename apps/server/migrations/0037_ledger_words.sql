-- One word per idea: what holds a user's balance is a ledger account, since a wallet is a store's receiving address; a row of the journal
-- is an entry, since a transfer is what was seen on a chain. The parts of an entry, which the view shows one by one, are its legs.

-- Their parameters change names, which `create or replace` cannot do. The files of sql/ create them anew at the same start.
drop function if exists ledger_post(text, text, text, bigint, bigint, bigint, text, boolean, bigint, text, text, timestamptz, text);
drop function if exists ledger_post_otherwise(text, text, text, bigint, bigint, bigint, text, boolean, bigint, text, text, timestamptz);
drop function if exists ledger_replay(bigint, text, text, bigint, bigint, text, bigint, text, text);
drop function if exists ledger_settle(bigint, text, bigint, bigint, text, text, timestamptz);
drop function if exists ledger_end_hold(bigint, bigint, text, bigint, timestamptz, text);
drop view ledger_entries;

alter table ledger_wallets rename to ledger_accounts;
alter table ledger_accounts rename constraint ledger_wallets_pkey to ledger_accounts_pkey;
alter table ledger_accounts rename constraint ledger_wallets_user_unique to ledger_accounts_user_unique;
alter table ledger_accounts rename constraint ledger_wallets_user_id_fkey to ledger_accounts_user_id_fkey;
alter table ledger_accounts rename constraint ledger_wallets_never_overdrawn to ledger_accounts_never_overdrawn;
alter trigger ledger_wallets_stay on ledger_accounts rename to ledger_accounts_stay;
alter trigger ledger_wallets_no_truncate on ledger_accounts rename to ledger_accounts_no_truncate;
alter sequence ledger_wallets_id_seq rename to ledger_accounts_id_seq;

alter table ledger_transfers rename to ledger_entries;
alter table ledger_entries rename column wallet_id to account_id;
alter table ledger_entries rename column wallet_delta to balance_delta;
alter table ledger_entries rename constraint ledger_transfers_pkey to ledger_entries_pkey;
alter table ledger_entries rename constraint ledger_transfers_key_unique to ledger_entries_key_unique;
alter index ledger_transfers_lines rename to ledger_entries_lines;
alter index ledger_transfers_all_lines rename to ledger_entries_all_lines;
alter index ledger_transfers_owed_lines rename to ledger_entries_owed_lines;
alter trigger ledger_transfers_append_only on ledger_entries rename to ledger_entries_append_only;
alter trigger ledger_transfers_no_truncate on ledger_entries rename to ledger_entries_no_truncate;

alter table ledger_days rename column wallet_id to account_id;
alter table ledger_checkpoints rename column wallet_id to account_id;
alter table ledger_checks rename column transfers to entries;
alter table deposit_credits rename column ledger_transfer to ledger_entry;

-- Since PostgreSQL 18 a NOT NULL has a name of its own, made of the table and the column as they were called then.
do $$
declare
  c record;
begin
  for c in
    select k.conrelid::regclass as owner, k.conname as old, k.conrelid::regclass || '_' || a.attname || '_not_null' as new
      from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'n'
       and k.conrelid in ('ledger_accounts'::regclass, 'ledger_entries'::regclass, 'ledger_days'::regclass, 'ledger_checkpoints'::regclass,
         'ledger_checks'::regclass, 'deposit_credits'::regclass)
  loop
    if c.old <> c.new then execute format('alter table %s rename constraint %I to %I', c.owner, c.old, c.new); end if;
  end loop;
end $$;

create view ledger_legs as
  select account_id, version, 'balance' as account, balance_delta as amount, balance_after, kind, created_at
    from ledger_entries where balance_delta <> 0
   union all
  select account_id, version, 'receivable', receivable_delta, -owed_after, kind, created_at
    from ledger_entries where receivable_delta <> 0
   union all
  select account_id, version, platform_account, -(balance_delta + receivable_delta), null, kind, created_at
    from ledger_entries where balance_delta + receivable_delta <> 0;
