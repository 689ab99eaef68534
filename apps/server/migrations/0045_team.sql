-- People who work on another account's stores. The account itself is its owner and has no row here.
create table team_members (
  account_id text collate "C" not null references users (id),
  member_id text collate "C" not null references users (id),
  role text not null constraint team_members_role_known check (role in ('manager', 'support', 'accountant', 'read-only')),
  added_at timestamptz not null,
  primary key (account_id, member_id),
  constraint team_members_are_others check (account_id <> member_id)
);
create index team_members_of_member on team_members (member_id);

-- Until they are accepted or withdrawn. The token is only in the mail.
create table team_invitations (
  id text collate "C" primary key,
  account_id text collate "C" not null references users (id),
  email text not null,
  email_key text not null,
  role text not null constraint team_invitations_role_known check (role in ('manager', 'support', 'accountant', 'read-only')),
  token_hash bytea not null constraint team_invitations_token_unique unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint team_invitations_once unique (account_id, email_key)
);

-- The account that a session works for; null is the user's own.
alter table sessions add column account_id text collate "C" references users (id);
