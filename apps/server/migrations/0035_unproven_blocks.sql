set local lock_timeout = '5s';

-- From here on blocks were read from fewer nodes than should agree: read again when there are enough of them.
alter table chain_cursors add column unproven_from bigint;
