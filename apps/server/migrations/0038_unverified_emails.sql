-- An address that nobody proved is free for others after a day: its account keeps it as a text and may still prove it.
alter table users add column email_released_at timestamptz;
alter table users drop constraint users_email_unique;
create unique index users_email_unique on users (email_key) where email_released_at is null;
alter table users add constraint users_verified_email_is_held check (email_released_at is null or email_verified_at is null);
