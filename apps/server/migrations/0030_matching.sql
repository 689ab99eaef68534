set local lock_timeout = '5s';

-- An invoice whose amount was taken over is watched until its monitoring ends, and counts as one that a transfer could be meant for.
create table displaced_reservations (
  family text collate "C" not null,
  address_key text collate "C" not null,
  invoice_id text collate "C" not null,
  displaced_at timestamptz not null,
  constraint displaced_reservations_pkey primary key (family, address_key, invoice_id)
);
create index displaced_reservations_invoice on displaced_reservations (invoice_id);

create or replace function take_over_payable(p_invoice text, p_families text[], p_keys text[], p_low bigint, p_high bigint, p_now timestamptz,
  out payable bigint) language plpgsql as $$
#variable_conflict use_column
declare
  got integer;
begin
  for attempt in 1..5 loop -- another creation may be faster
    select r.payable into payable from unnest(p_families, p_keys) as a (family, key)
      join amount_reservations r on r.family = a.family and r.address_key = a.key
     where r.payable between p_low and p_high
     group by r.payable having bool_and(coalesce(r.ended_at < p_now - interval '2 hours', false))
     order by max(r.ended_at), r.payable limit 1;
    if payable is null then return; end if;
    with taken as (
      delete from amount_reservations r using unnest(p_families, p_keys) as a (family, key)
       where r.family = a.family and r.address_key = a.key and r.payable = take_over_payable.payable
         and r.ended_at < p_now - interval '2 hours'
      returning r.family, r.address_key, r.invoice_id)
    insert into displaced_reservations (family, address_key, invoice_id, displaced_at)
      select family, address_key, invoice_id, p_now from taken order by family, address_key
      on conflict do nothing;
    insert into amount_reservations (family, address_key, payable, invoice_id)
      select family, key, take_over_payable.payable, p_invoice from unnest(p_families, p_keys) as a (family, key) order by family, key
      on conflict do nothing;
    get diagnostics got = row_count;
    if got = cardinality(p_keys) then return; end if;
    delete from amount_reservations where invoice_id = p_invoice;
  end loop;
  payable := null;
end $$;

-- What was displaced before this release is not on record: it is found by invoices that are watched and lack their reservation.
insert into displaced_reservations (family, address_key, invoice_id, displaced_at)
  select distinct w.family, w.address_key, i.id, now()
    from invoices i
    cross join lateral unnest(i.networks, i.addresses) as a (network, address)
    join store_wallets w on w.network = a.network and w.address = a.address
   where i.monitor_until is not null and i.status in ('SUCCESS', 'EXPIRED')
     and not exists (select 1 from amount_reservations r
                      where r.family = w.family and r.address_key = w.address_key and r.invoice_id = i.id and r.payable = i.payable);

-- Why a transfer belongs to its invoice. What was attached before: by the amount.
alter table invoice_transfers add column matched_by text;
update invoice_transfers a
   set matched_by = case when a.by_hand then 'hand' when a.amount < i.payable then 'part' else 'exact' end
  from invoices i where i.id = a.invoice_id;
alter table invoice_transfers alter column matched_by set not null;
alter table invoice_transfers alter column matched_by set default 'exact';
alter table invoice_transfers add constraint invoice_transfers_matched_by_known check (matched_by in ('exact', 'part', 'hand', 'signed'));
alter table invoice_transfers drop column by_hand;

-- The last wall of rule 3: a part is attached by itself only where no other invoice is watched at the address.
create function invoice_transfers_part_is_certain() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from transfers t
      join lateral (
        select r.invoice_id from amount_reservations r where r.family = t.family and r.address_key = t.to_key
        union all
        select d.invoice_id from displaced_reservations d where d.family = t.family and d.address_key = t.to_key) w on true
      join invoices i on i.id = w.invoice_id
     where t.id = new.transfer_id and w.invoice_id <> new.invoice_id and i.created_at <= t.block_time + interval '60 seconds') then
    raise exception 'a part is attached where another invoice could be meant' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger invoice_transfers_part_is_certain before insert on invoice_transfers
  for each row when (new.matched_by = 'part') execute function invoice_transfers_part_is_certain();

-- Grows when a payment page has something new to say although the invoice itself is as it was.
alter table invoices add column notices integer not null default 0;

-- What payers name on the payment page. Hashes are public: only a signed claim proves anything.
create table transfer_claims (
  invoice_id text collate "C" not null references invoices (id),
  network text not null,
  tx_hash text not null,
  claimed_at timestamptz not null,
  signed_at timestamptz,
  constraint transfer_claims_pkey primary key (invoice_id, network, tx_hash)
);
create index transfer_claims_transaction on transfer_claims (tx_hash, network);
