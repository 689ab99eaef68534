-- What each node was asked on each day (UTC), by all processes together: plans of providers are limited by the day.
create table rpc_usage (
  network text not null,
  -- Host and port, with a number behind it where a network has several nodes of one host. Never a key.
  node text not null,
  day date not null,
  requests bigint not null default 0 constraint rpc_usage_requests_not_negative check (requests >= 0),
  -- As configured when it was last written; null means without a limit.
  budget bigint constraint rpc_usage_budget_positive check (budget > 0),
  -- When operators were told that 80% are used.
  warned_at timestamptz,
  primary key (network, node, day)
);

-- What operators are told about a network: since when, and when the last mail went out. The row goes when it is over.
create table network_alarms (
  network text not null,
  kind text not null constraint network_alarms_kind_known check (kind in ('quorum')),
  since timestamptz not null,
  mailed_at timestamptz,
  primary key (network, kind)
);
