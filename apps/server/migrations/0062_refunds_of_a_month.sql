set local lock_timeout = '5s';

-- A month of a statement, in the order of its lines.
create index refunds_of_month on refunds (user_id, final_at, id) where final_at is not null;
