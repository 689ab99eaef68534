-- Events stay unchanged for 400 days; older ones may be archived (npm run admin -- archive), which deletes them after writing them down.
set local lock_timeout = '5s';
drop trigger events_append_only on events;
create trigger events_append_only before update on events for each row execute function refuse_change();
create trigger events_kept before delete on events for each row
  when (old.created_at > now() - interval '400 days') execute function refuse_change();

-- One row: bodies of callbacks up to this id were emptied.
create table callback_retention (
  one_row boolean primary key default true constraint callback_retention_one_row check (one_row),
  emptied_through text collate "C" not null
);
