-- What follows an event runs in the transaction that ends its task: no lease, and the event's topic says what follows.
drop index event_tasks_due;
alter table event_tasks drop constraint event_tasks_pkey, drop column consumer, drop column lease_token, add primary key (event_id);
create index event_tasks_due on event_tasks (due_at) where not dead;
