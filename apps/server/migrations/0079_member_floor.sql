set local lock_timeout = '5s';

-- Members of a team may accept an invoice as paid from this percentage of what was asked; the owner may always.
alter table users add column member_floor smallint not null default 0;
alter table users add constraint users_member_floor_is_a_percentage check (member_floor between 0 and 100);
