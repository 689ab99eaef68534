-- What merchants are told about their invoices: one row per event, written in the transaction that changes the invoice.
create table callback_deliveries (
  -- The webhook-id: the same for every try.
  id text collate "C" primary key,
  invoice_id text collate "C" not null references invoices (id),
  store_id text collate "C" not null,
  -- The store's owner, who hears of it when a callback is given up.
  user_id text collate "C",
  event text collate "C" not null constraint callback_deliveries_event_known check (event in ('completed', 'expired')),
  url text not null,
  -- Host and port of the url: one receiver's trouble must not become another's.
  endpoint text collate "C" not null,
  -- Fixed at the event. merchant_id never changes and api_key must be the current one: both are put in when it is sent.
  body jsonb not null,
  attempts integer not null default 0,
  -- Business time; the lease counts in the database's own.
  due_at timestamptz not null,
  lease_token uuid,
  lease_until timestamptz,
  -- Null while it waits for a try.
  outcome text collate "C" constraint callback_deliveries_outcome_known check (outcome in ('delivered', 'superseded', 'dead')),
  created_at timestamptz not null,
  ended_at timestamptz,
  -- SUCCESS is the last state and an invoice that expires twice says so once, so an event cannot come again.
  constraint callback_deliveries_once unique (invoice_id, event),
  constraint callback_deliveries_ended check ((outcome is null) = (ended_at is null)),
  constraint callback_deliveries_leased check ((lease_token is null) = (lease_until is null))
);
-- Only what waits: the millions that were delivered cost nothing here.
create index callback_deliveries_due on callback_deliveries (due_at) where outcome is null;
-- Whether the owner was told lately.
create index callback_deliveries_dead on callback_deliveries (store_id, ended_at) where outcome = 'dead';

-- Every try that was made. Rows are only ever added.
create table callback_attempts (
  id bigint generated always as identity primary key,
  delivery_id text collate "C" not null references callback_deliveries (id),
  at timestamptz not null,
  outcome text collate "C" not null constraint callback_attempts_outcome_known
    check (outcome in ('delivered', 'refused', 'gone', 'timeout', 'unreachable', 'blocked_address')),
  http_status integer,
  duration_ms integer not null constraint callback_attempts_duration_not_negative check (duration_ms >= 0),
  -- The first 2 KiB of what the receiver answered.
  response text
);
create index callback_attempts_of_delivery on callback_attempts (delivery_id, id);

create trigger callback_attempts_append_only before update or delete on callback_attempts for each row execute function refuse_change();
