create table languages (
  code text primary key constraint languages_code_is_bcp47 check (code ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  name text not null,
  flag text not null constraint languages_flag_is_country check (flag ~ '^[a-z]{2}$'),
  position integer not null default 1000,
  created_at timestamptz not null default now()
);

create table translations (
  id bigint generated always as identity primary key,
  language text not null references languages (code),
  key text not null constraint translations_key_length check (length(key) between 1 and 500),
  value text not null,
  -- Shipped texts follow the release; what an admin wrote is never overwritten by one.
  edited boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint translations_language_key_unique unique (language, key)
);

-- Keys reported by guests: served to nobody until an admin takes them over.
create table reported_keys (
  key text primary key constraint reported_keys_key_length check (length(key) between 1 and 500),
  reported_at timestamptz not null default now()
);
