-- What the owner chose on the security tab. The whitelist holds addresses and CIDR ranges.
alter table users
  add column email_otp boolean not null default false,
  add column login_notifications boolean not null default true,
  add column whitelist_ip boolean not null default false,
  add column allowed_ips text[] not null default '{}';

-- One authenticator app a user. While enabled_at is null it is a set-up, seen only by the session that started it.
create table totp_secrets (
  user_id text primary key references users (id),
  secret_sealed bytea not null,
  setup_session_id text not null,
  -- The newest time step whose code was accepted: a code counts once, decided by one UPDATE, however many requests race.
  last_step bigint not null default 0,
  created_at timestamptz not null,
  enabled_at timestamptz
);

-- Hashed like passwords (ASVS 6.5.2); the slot is the first character of the code, so that one hash run decides.
create table recovery_codes (
  user_id text not null references users (id),
  slot smallint not null constraint recovery_codes_slot_is_one_of_ten check (slot between 0 and 9),
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, slot)
);

-- The right password was given, the second factor not yet. Tied to one browser by a cookie whose hash this is.
create table pending_logins (
  token_hash bytea primary key,
  user_id text not null references users (id),
  method text not null constraint pending_logins_method_known check (method in ('totp', 'email')),
  remember boolean not null,
  -- Over cookie and code together: without the cookie six digits cannot be found by trying, not even from a dump.
  code_hash bytea,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index pending_logins_by_user on pending_logins (user_id);
create index pending_logins_expiry on pending_logins (expires_at);

-- Browsers in which this user has signed in. The hash is over user and cookie, so that two users of one browser cannot be linked.
create table known_devices (
  user_id text not null references users (id),
  device_hash bytea not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_hash)
);

-- Wrong passwords and codes, counted before they are checked. The key is a hash of what is counted (account, account and
-- address, known browser), made alike for names that do not exist.
create table failed_tries (
  key bytea primary key,
  failures integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz not null
);
create index failed_tries_age on failed_tries (last_at);

-- Mailed way in for whoever the own whitelist locks out; used once.
create table whitelist_links (
  token_hash bytea primary key,
  user_id text not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index whitelist_links_by_user on whitelist_links (user_id);
