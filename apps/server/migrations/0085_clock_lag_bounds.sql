-- An invoice is paid by blocks from its creation on, less this: above a minute it would let in what was mined before, below zero it would
-- keep out what was mined after.
alter table chain_cursors add constraint chain_cursors_clock_lag check (clock_lag_ms between 0 and 60000);
