-- The first result of a key with the same input; `key_reused` with other input; no row for a new key. The input is compared by value: the
-- row contains all of it.
create or replace function ledger_replay(
  p_account_id bigint, p_phase text, p_kind text, p_gain bigint, p_held bigint, p_platform_account text, p_ends_hold bigint, p_reference text, p_key text
) returns table (outcome text, number bigint, moved bigint, owed bigint, balance bigint) language sql as $$
  select case when e.account_id = p_account_id and e.phase = p_phase and e.kind = p_kind and e.balance_delta + e.receivable_delta = p_gain
                and e.held_delta = p_held and e.platform_account = p_platform_account
                and e.ends_hold is not distinct from p_ends_hold and e.reference = p_reference
              then 'replayed' else 'key_reused' end,
         e.version, e.balance_delta, -e.receivable_delta, e.balance_after
    from ledger_entries e where e.idempotency_key = p_key
$$;
