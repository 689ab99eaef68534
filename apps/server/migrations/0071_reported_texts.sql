set local lock_timeout = '5s';

-- What an admin wrote for a key that waits, per language: a sync takes it over together with the key.
create table reported_texts (
  key text not null constraint reported_texts_key_fkey references reported_keys (key) on delete cascade,
  language text not null constraint reported_texts_language_fkey references languages (code),
  value text not null,
  constraint reported_texts_pkey primary key (key, language)
);
