-- On: another gateway watches the store's addresses too. Amounts of both are kept apart, as far as this side can.
alter table stores add column shares_addresses boolean not null default false;
