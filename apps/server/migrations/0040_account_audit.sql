-- The log of operators also tells owners what happened to their account: whose it is, from where, and the values before and after.
alter table audit_log
  add column user_id text collate "C" references users (id),
  add column ip text,
  add column device text,
  add column before jsonb,
  add column after jsonb;
create index audit_log_account on audit_log (user_id, id desc) where user_id is not null;
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_change();
