create table users (
  id text primary key,
  username text not null,
  -- Compared without case; the shown form stays as typed.
  username_key text not null constraint users_username_unique unique,
  email text not null,
  email_key text not null constraint users_email_unique unique,
  email_verified_at timestamptz,
  -- A new address waits here until its link is opened.
  pending_email text,
  password_hash text not null,
  role text not null default 'USER' constraint users_role_known check (role in ('USER', 'ADMIN')),
  disabled_at timestamptz,
  language text not null default 'en',
  last_ip text,
  last_device text,
  created_at timestamptz not null,
  constraint users_username_key_is_lower check (username_key = lower(username)),
  constraint users_email_key_is_lower check (email_key = lower(email))
);
create index users_created on users (created_at desc, id desc);

-- Only the hash of the token is kept: a dump of this table signs nobody in.
create table sessions (
  id text primary key,
  token_hash bytea not null constraint sessions_token_unique unique,
  user_id text not null references users (id),
  remember boolean not null,
  ip text not null,
  device text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- When the password (and code) was last given: sensitive changes ask for less than 15 minutes.
  confirmed_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_open_by_user on sessions (user_id, last_seen_at desc) where ended_at is null;
