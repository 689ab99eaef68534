set local lock_timeout = '5s';

-- A key that a guest reported stands in the list of texts and is edited and deleted there by its id. Both tables take their ids from one
-- sequence, so that no id means two rows, and a key keeps its id when it is taken over. An identity column keeps its sequence to itself.
lock table reported_keys in access exclusive mode; -- first, as a sync takes them
lock table translations in access exclusive mode;
do $$
declare
  v_last bigint;
  v_used boolean;
begin
  execute format('select last_value, is_called from %s', pg_get_serial_sequence('translations', 'id')) into v_last, v_used;
  alter table translations alter column id drop identity;
  create sequence translations_id_seq;
  perform setval('translations_id_seq', v_last, v_used);
end $$;
alter table translations alter column id set default nextval('translations_id_seq');
alter sequence translations_id_seq owned by translations.id;
alter table reported_keys add column id bigint not null default nextval('translations_id_seq') constraint reported_keys_id_unique unique;
