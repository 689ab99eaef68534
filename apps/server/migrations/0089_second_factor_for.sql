-- What an owner requires a second factor for, and when one was last given in a session.
alter table users add column second_factor_for text[] not null default '{}';
alter table users add constraint users_second_factor_for_known
  check (second_factor_for <@ array['addresses', 'keys', 'accept', 'links']);
alter table sessions add column second_factor_at timestamptz;
