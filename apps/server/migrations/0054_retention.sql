-- Attempts stay unchanged for 90 days; older ones may be archived (npm run admin -- archive), which deletes them after writing them down.
drop trigger callback_attempts_append_only on callback_attempts;
create trigger callback_attempts_append_only before update on callback_attempts for each row execute function refuse_change();
create trigger callback_attempts_kept before delete on callback_attempts for each row
  when (old.at > now() - interval '90 days') execute function refuse_change();

-- The default waits until a fifth of a table is dead: with a hundred million rows that is twenty million, and one vacuum of hours. These grow
-- without end, or their few rows change with every payment.
alter table invoices set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table callback_deliveries set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table callback_attempts set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01);
alter table events set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01);
alter table ledger_entries set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01);
alter table amount_reservations set (autovacuum_vacuum_scale_factor = 0.02);
alter table event_tasks set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
