set local lock_timeout = '5s';

-- Where a store gets its callbacks, besides the callback_url of each invoice. Without a row a store gets the specified body for the two
-- specified events at that URL, as before.
create table store_endpoints (
  id text collate "C" primary key,
  store_id text collate "C" not null references stores (id),
  -- Null: the choices for the callback_url of each invoice, which is signed with the store's own secret.
  url text,
  -- 1: the specified body · 2: the body with a type, for every event.
  version integer not null,
  events text[] not null,
  enabled boolean not null,
  secret_sealed bytea,
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  -- Kept, so that the log of deliveries says where they went.
  removed_at timestamptz,
  constraint store_endpoints_version_known check (version in (1, 2)),
  constraint store_endpoints_version_fits check (version = 2 or events <@ array['completed', 'expired']),
  constraint store_endpoints_has_secret check ((url is null) = (secret_sealed is null))
);
create unique index store_endpoints_default on store_endpoints (store_id) where url is null;
create index store_endpoints_of_store on store_endpoints (store_id, id) where removed_at is null;

alter table callback_deliveries
  -- Null: the callback_url of the invoice.
  add column endpoint_id text collate "C" references store_endpoints (id),
  add column version integer not null default 1,
  -- The invoice's version for events that an invoice can have more than once; 0 for completed and expired.
  add column occurrence integer not null default 0,
  drop constraint callback_deliveries_event_known,
  add constraint callback_deliveries_event_known check (event in ('seen', 'unseen', 'partly_paid', 'late_payment', 'completed', 'overpaid',
    'reversed', 'restored', 'expired')),
  drop constraint callback_deliveries_once,
  add constraint callback_deliveries_once unique nulls not distinct (invoice_id, endpoint_id, event, occurrence);
-- The log of a store's deliveries, newest first.
create index callback_deliveries_of_store on callback_deliveries (store_id, id);

-- What the merchant API lists; null for what tells a store nothing, and for what happened before this column existed.
alter table events add column store_id text collate "C";
create index events_of_store on events (store_id, created_at, id) where store_id is not null;
