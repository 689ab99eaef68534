-- A hash of an account's state. The ledger check compares each entry's "after" with the next one's "before" by XOR of these, which needs no
-- sorting: all links of an account cancel out, and only its first and last state remain.
create or replace function ledger_state_hash(p_version bigint, p_balance bigint, p_held bigint, p_owed bigint) returns bigint
  language sql immutable parallel safe
  as $$ select hashint8extended(p_balance, hashint8extended(p_held, hashint8extended(p_owed, p_version))) $$;
