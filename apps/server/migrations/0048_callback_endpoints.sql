set local lock_timeout = '5s';

-- Receivers with waiting callbacks, so that a claim reads what it claims: it used to read every due callback of receivers at their limit, and
-- to rewrite them all when a receiver hung (200,000 rows and 113 MB of WAL in one outage). Kept by the trigger callback_deliveries_wait.
create table callback_endpoints (
  -- Store and host, as in callback_deliveries.
  endpoint text collate "C" primary key,
  -- Business time. No callback that waits here without a lease is due earlier; 'infinity' when none waits.
  due_at timestamptz not null,
  -- Set when a request timed out: nothing is claimed before this, and little until the receiver answers again.
  paused_until timestamptz
);
create index callback_endpoints_next on callback_endpoints ((greatest(due_at, paused_until)));

-- Ready to be claimed, per receiver. Replaces the index by time alone.
create index callback_deliveries_ready on callback_deliveries (endpoint, due_at) where outcome is null and lease_until is null;
drop index callback_deliveries_due;
-- Leases that a killed worker left.
create index callback_deliveries_lease_ends on callback_deliveries (lease_until) where lease_until is not null;
