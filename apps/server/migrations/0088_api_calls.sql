-- What stores' servers called, for 30 days. Written in batches after the answer; nothing of what a call carried. No reference to stores:
-- checking one would lock the store's row for every call, and stores are never deleted.
create table api_calls (
  -- Begins with the time of the answer: found, ordered and deleted by it.
  id text collate "C" primary key,
  store_id text collate "C" not null,
  -- main, epusdt, or the id of an additional key.
  key text collate "C" not null,
  ip text not null,
  -- Method and path as the contract writes them, without ids.
  route text not null,
  status smallint not null,
  request_id text collate "C" not null
);
create index api_calls_store on api_calls (store_id, id);
alter table api_calls set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02);
