-- Reads both tables once; nobody waits for it. Programs keep writing meanwhile.
alter table events validate constraint events_before_ends;
alter table callback_attempts validate constraint callback_attempts_before_ends;
