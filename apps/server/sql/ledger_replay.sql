-- What a key did before, when it did the same; `key_reused` when it did something else; no row when it is new.
-- The input is compared by value: everything the caller gave stands in the row.
create or replace function ledger_replay(
  p_wallet_id bigint, p_phase text, p_kind text, p_gain bigint, p_held bigint, p_account text, p_ends_hold bigint, p_reference text, p_key text
) returns table (outcome text, number bigint, moved bigint, owed bigint, balance bigint) language sql as $$
  select case when t.wallet_id = p_wallet_id and t.phase = p_phase and t.kind = p_kind and t.wallet_delta + t.receivable_delta = p_gain
                and t.held_delta = p_held and t.platform_account = p_account
                and t.ends_hold is not distinct from p_ends_hold and t.reference = p_reference
              then 'replayed' else 'key_reused' end,
         t.version, t.wallet_delta, -t.receivable_delta, t.balance_after
    from ledger_transfers t where t.idempotency_key = p_key
$$;
