-- Mails that wait to be sent. The whole mail is sealed with the master key: it holds links and codes that open accounts.
-- A row is deleted once the mail server has taken the mail; one that was given up stays, with the reason.
create table queued_mails (
  id text primary key,
  template text not null,
  mail_sealed bytea not null,
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  given_up_at timestamptz
);

-- Links that were mailed. Only the hash of the token is kept: a dump of this table opens nothing.
create table mailed_links (
  token_hash bytea primary key,
  user_id text not null references users (id),
  purpose text not null constraint mailed_links_purpose_known check (purpose in ('verify-email', 'reset-password')),
  -- The address it was sent to, which opening it proves.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A newer link of the same purpose takes the place of the older ones.
  replaced_at timestamptz,
  used_at timestamptz
);
create index mailed_links_newest on mailed_links (user_id, purpose, created_at desc);

-- What people wrote on the contact page.
create table contact_messages (
  id text primary key,
  name text not null constraint contact_messages_name_length check (length(name) between 1 and 50),
  email text not null constraint contact_messages_email_length check (length(email) between 1 and 50),
  phone text not null constraint contact_messages_phone_length check (length(phone) between 1 and 50),
  message text not null constraint contact_messages_message_length check (length(message) between 1 and 1500),
  ip text not null,
  created_at timestamptz not null
);
create index contact_messages_created on contact_messages (created_at desc);
