set local lock_timeout = '5s';

-- Stores that accept the calls of Epusdt's protocol, each with the token that signs them.
create table store_epusdt (
  store_id text collate "C" primary key references stores (id),
  -- The token stays when it is switched off: open orders still end with a signed callback.
  enabled boolean not null,
  token_sealed bytea not null,
  -- fixed: rate · address: found_rate, or rate until a usable one was read · usdt: amounts are USDT.
  rate_source text not null,
  -- Millionths of a CNY per USDT.
  rate bigint,
  rate_url text,
  rate_path text,
  found_rate bigint,
  found_at timestamptz,
  created_at timestamptz not null,
  constraint store_epusdt_rate_source_known check (rate_source in ('fixed', 'address', 'usdt')),
  constraint store_epusdt_has_rate check ((rate_source = 'usdt') = (rate is null) and rate > 0),
  constraint store_epusdt_has_address check ((rate_source = 'address') = (rate_url is not null and rate_path is not null)),
  constraint store_epusdt_found_together check ((found_rate is null) = (found_at is null))
);

-- What the shop ordered through that protocol, for its callback; null for all other invoices.
alter table invoices add column epusdt jsonb;
