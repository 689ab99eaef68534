-- Functions whose signature changed since 0.1.0: `create or replace` had left the old ones beside the new.
drop function if exists create_invoice(text, text, text, text, text, bytea, text, text, text, text, text, bigint, bigint, boolean, text[],
  bigint[], bigint, timestamptz, timestamptz, timestamptz, text, jsonb, text[], text, text, integer[]);
drop function if exists create_invoice(text, text, text, text, text, bytea, text, text, text, text, text, bigint, bigint, timestamptz,
  text[], bigint[], bigint, bigint, integer, integer, text, text[], text, text, integer[]);
drop function if exists ledger_end_hold(bigint, bigint, text, bigint, timestamptz, text);
drop function if exists ledger_post(text, text, text, bigint, bigint, bigint, text, boolean, bigint, text, text, timestamptz, text);
