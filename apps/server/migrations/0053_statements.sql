set local lock_timeout = '5s';

-- Monthly statements by mail: whether they are wanted, and the newest month that was sent (YYYY-MM of the business time zone).
alter table notification_settings add column monthly_statement boolean not null default false;
alter table notification_settings add column statement_month text collate "C";
create index notification_settings_statements on notification_settings (user_id) where monthly_statement;
