set local lock_timeout = '5s';

-- Two feeds may report one transfer, also without the bank's number: then its time tells.
alter table bank_transfers
  add column bank_time text collate "C",
  -- The transfer that this one repeats (state duplicate) or may repeat (reason possible_duplicate).
  add column duplicate_of text collate "C" constraint bank_transfers_duplicate_of_fkey references bank_transfers (id);
create index bank_transfers_duplicate_of on bank_transfers (duplicate_of) where duplicate_of is not null;
update bank_transfers set bank_number = nullif(upper(regexp_replace(bank_number, '\s', '', 'g')), '')
 where bank_number <> upper(regexp_replace(bank_number, '\s', '', 'g'));
