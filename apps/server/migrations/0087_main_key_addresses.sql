-- From where the store's main API key is accepted, as of additional keys. Empty: from everywhere.
alter table stores add column allowed_ips text[] not null default '{}';
