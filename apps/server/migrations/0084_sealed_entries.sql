-- What the ledger check remembers of the entries that it verified: any later change of one of them is noticed.
alter table ledger_checkpoints add column sealed_version bigint not null default 0, add column seal bigint not null default 0;
