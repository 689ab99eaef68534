-- WebAuthn credentials, several per account. User verification is required, so that one counts as two factors.
create table passkeys (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id),
  -- As the browser writes it, base64url.
  credential_id text collate "C" not null,
  public_key bytea not null,
  -- Grows with each use, or stays 0; one that falls back belongs to a copy.
  counter bigint not null,
  transports text[] not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create unique index passkeys_credential on passkeys (credential_id);
create index passkeys_of_user on passkeys (user_id, id);

-- Challenges are signed and not stored; a used one is kept until it would have expired, so that it works once.
create table used_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_challenges_expiry on used_challenges (expires_at);

-- By the owner's choice: no sign-in with the password alone, and the last second factor cannot be removed.
alter table users add column two_factor_required boolean not null default false;

alter table pending_logins
  drop constraint pending_logins_method_known,
  add constraint pending_logins_method_known check (method in ('totp', 'email', 'passkey'));
