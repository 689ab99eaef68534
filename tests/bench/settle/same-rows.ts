/**
 * All open invoices paid by one statement, without looking for anything: transfers, their attachment, two changes of each invoice in the
 * journal of events, captured fees, callbacks, ended reservations.
 */
export const SAME_ROWS = `
  with picked as materialized (
    select i.*, 'trf_' || substr(i.id, 5) as transfer_id, '0x' || md5(i.id) || md5('h' || i.id) as hash,
           row_number() over (partition by i.user_id order by i.id) as position, sum(i.fee) over (partition by i.user_id order by i.id) as fees
      from invoices i where i.status = 'WAITING'
  ), arrived as (
    insert into transfers (id, network, family, tx_hash, log_key, log_index, from_address, to_address, to_key, owner_id, amount, raw, block_number,
        block_hash, block_time, state, seen_at, final_at)
    select transfer_id, 'BEP20', 'evm', hash, '1', 1, '0x00000000000000000000000000000000000000F1', addresses[1], lower(addresses[1]), user_id, payable,
           payable, 1, '0x' || md5('b') || md5('b'), now(), 'matched', now(), now() from picked
  ), attached as (
    insert into invoice_transfers (transfer_id, invoice_id, amount, attached_at) select transfer_id, id, payable, now() from picked
  ), told as (
    insert into events (topic, subject, version, payload)
    select e.topic, p.id, e.version, jsonb_build_object('status', e.status, 'network', 'BEP20', 'txHash', p.hash, 'at', now())
      from picked p, (values ('invoice.seen', 2, 'PROCESSING'), ('invoice.completed', 3, 'SUCCESS')) e (topic, version, status)
  ), posted as (
    insert into ledger_entries (account_id, version, phase, kind, balance_delta, receivable_delta, platform_account, held_delta, balance_after, held_after,
        owed_after, ends_hold, reference, idempotency_key, created_at)
    select a.id, a.version + p.position, 'posted', 'fee', -p.fee, 0, 'fees', -p.fee, a.balance - p.fees, a.held - p.fees, a.owed,
           split_part(p.hold_id, '_', 3)::bigint, p.id, 'hold-end:' || a.id || ':' || split_part(p.hold_id, '_', 3), now()
      from picked p join ledger_accounts a on a.user_id = p.user_id
  ), charged as (
    update ledger_accounts a set version = a.version + s.entries, balance = a.balance - s.fees, held = a.held - s.fees
      from (select user_id, count(*) as entries, sum(fee)::bigint as fees from picked group by user_id) s where a.user_id = s.user_id
  ), called as (
    insert into callback_deliveries (id, invoice_id, store_id, user_id, event, url, endpoint, body, due_at, created_at)
    select 'cbk_' || substr(p.id, 5), p.id, p.store_id, p.user_id, 'completed', p.callback_url, split_part(p.callback_url, '/', 3),
           jsonb_build_object('request_id', p.request_id, 'amount', p.amount, 'status', 'completed', 'trans_id', p.trans_id, 'trans_hash', p.hash), now(), now()
      from picked p
  ), freed as (
    delete from amount_reservations r using picked p where r.invoice_id = p.id
  )
  update invoices i set status = 'SUCCESS', paid = i.payable, version = i.version + 2, hold_id = null, network = 'BEP20', trans_hash = p.hash,
         from_address = '0x00000000000000000000000000000000000000F1', to_address = i.addresses[1], paid_at = now()
    from picked p where i.id = p.id`;
