-- Trigger before delete of events: one whose follow-up waits, or was given up, stays.
create or replace function events_followed() returns trigger language plpgsql as $$
begin
  if exists (select from event_tasks t where t.event_id = old.id) then
    raise exception 'event % has a task', old.id using errcode = 'foreign_key_violation';
  end if;
  return old;
end $$;

-- An empty database gets the table, and this trigger with it, after its functions.
do $$
begin
  if to_regclass('events') is not null then
    create or replace trigger events_followed before delete on events for each row execute function events_followed();
  end if;
end $$;
