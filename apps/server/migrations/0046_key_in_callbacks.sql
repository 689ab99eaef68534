-- Off: callbacks are proven by their signature alone, and the key never leaves the store's server.
alter table stores add column key_in_callbacks boolean not null default true;
