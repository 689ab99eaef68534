import type { Network } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import type { TransferId, UserId } from '../../../platform/id-types';
import type { KnownTransfer } from '../adapters/chain-adapter';
import { BUSY_PER_HOUR, type Family, type IncomingTransfer, type Transfer, type TransferState } from '../chains.domain';

export type TransferRow = {
  id: TransferId;
  network: Network;
  family: Family;
  tx_hash: string;
  log_key: string;
  log_index: number;
  from_address: string;
  to_address: string;
  to_key: string;
  owner_id: UserId | null;
  amount: bigint;
  raw: string;
  block_number: bigint;
  block_hash: string;
  block_time: Date;
  state: TransferState;
  reason: string | null;
  seen_at: Date;
  final_at: Date | null;
};

export const TRANSFER_COLUMNS = sql.raw(
  'id, network, family, tx_hash, log_key, log_index, from_address, to_address, to_key, owner_id, amount, raw, block_number, block_hash, ' +
    'block_time, state, reason, seen_at, final_at',
);

export const toTransfer = (row: TransferRow): Transfer => ({
  id: row.id,
  network: row.network,
  family: row.family,
  txHash: row.tx_hash,
  logKey: row.log_key,
  logIndex: row.log_index,
  fromAddress: row.from_address,
  toAddress: row.to_address,
  toKey: row.to_key,
  ownerId: row.owner_id,
  amountMicros: row.amount,
  raw: BigInt(row.raw),
  blockNumber: Number.parseInt(row.block_number.toString(), 10),
  blockHash: row.block_hash,
  blockTime: row.block_time,
  state: row.state,
  reason: row.reason,
  seenAt: row.seen_at,
  finalAt: row.final_at,
});

export async function listTransfersByIds(tx: Queryable, ids: readonly TransferId[], lock = false): Promise<Transfer[]> {
  const { rows } = await sql<TransferRow>`
    select ${TRANSFER_COLUMNS} from transfers where id = any(${ids}::text[]) order by id ${sql.raw(lock ? 'for no key update' : '')}`.execute(
    tx,
  );
  return rows.map(toTransfer);
}

export async function listLive(tx: Queryable, network: Network, from: number, to: number): Promise<Transfer[]> {
  const { rows } = await sql<TransferRow>`
    select ${TRANSFER_COLUMNS} from transfers
     where network = ${network} and block_number between ${from} and ${to} and state <> 'reorged'`.execute(tx);
  return rows.map(toTransfer);
}

export const listKnown = (db: Queryable, network: Network, from: number, to: number): Promise<KnownTransfer[]> =>
  listLive(db, network, from, to);

/** Live and reorged rows of these transactions. */
export async function listByTransactions(tx: Queryable, network: Network, txHashes: readonly string[]): Promise<Transfer[]> {
  const { rows } = await sql<TransferRow>`
    select ${TRANSFER_COLUMNS} from transfers where network = ${network} and tx_hash = any(${txHashes}::text[])`.execute(tx);
  return rows.map(toTransfer);
}

export type NewTransfer = IncomingTransfer & {
  readonly id: TransferId;
  readonly amountMicros: bigint;
  readonly ignoredBecause: string | null;
};

/** Inserts only transfers to addresses watched at this moment: the in-memory index may still hold an unwatched one. */
export async function insertTransfers(
  tx: Queryable,
  network: Network,
  family: Family,
  transfers: readonly NewTransfer[],
  seenAt: Date,
): Promise<Transfer[]> {
  if (transfers.length === 0) return [];
  const input = transfers.map((transfer) => ({
    id: transfer.id,
    tx: transfer.txHash,
    identity: transfer.logKey,
    log: transfer.logIndex,
    sender: transfer.fromAddress,
    recipient: transfer.toAddress,
    key: transfer.toKey,
    amount: transfer.amountMicros.toString(),
    raw: transfer.raw.toString(),
    number: transfer.block.number,
    hash: transfer.block.hash,
    time: transfer.block.time.toISOString(),
    why: transfer.ignoredBecause,
  }));
  const { rows } = await sql<TransferRow>`
    with i as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(input)}::jsonb) as i(id text, tx text, identity text, log int, sender text,
             recipient text, key text, amount bigint, raw numeric, number bigint, hash text, time timestamptz, why text)),
    busy as (
      select n.key from (select key, count(*) as fresh from i group by key) n
       where n.fresh > ${BUSY_PER_HOUR} or (
         select t.seen_at from transfers t where t.family = ${family} and t.to_key = n.key
          order by t.id desc offset ${BUSY_PER_HOUR} - n.fresh limit 1) > ${seenAt}::timestamptz - interval '1 hour')
    insert into transfers (id, network, family, tx_hash, log_key, log_index, from_address, to_address, to_key, owner_id, amount,
                           raw, block_number, block_hash, block_time, state, reason, seen_at, is_busy)
    select i.id, ${network}, ${family}, i.tx, i.identity, i.log, i.sender, i.recipient, i.key, o.user_id, i.amount,
           i.raw, i.number, i.hash, i.time, case when i.why is null then 'seen' else 'ignored' end, i.why, ${seenAt},
           o.is_busy or i.key in (select key from busy)
      from i join address_owners o on o.family = ${family} and o.address_key = i.key
     where exists (select 1 from watched_addresses w where w.family = ${family} and w.address_key = i.key)
    returning ${TRANSFER_COLUMNS}`.execute(tx);
  const places = new Map(transfers.map(({ id }, place) => [id, place]));
  return rows.map(toTransfer).sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
}

export async function markReorged(tx: Queryable, ids: readonly TransferId[], at: Date): Promise<Transfer[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<TransferRow>`
    update transfers set state = 'reorged', reorged_at = ${at}, final_at = null
     where id = any(${ids}::text[]) returning ${TRANSFER_COLUMNS}`.execute(tx);
  return rows.map(toTransfer);
}

type Move = { readonly id: TransferId; readonly incoming: IncomingTransfer };

/** Another name for the same transfer changes nothing else. */
export async function renameTransfers(tx: Queryable, renamed: readonly Move[]): Promise<void> {
  if (renamed.length === 0) return;
  const input = renamed.map(({ id, incoming: { logKey, logIndex } }) => ({ id, identity: logKey, log: logIndex }));
  await sql`
    update transfers t set log_key = i.identity, log_index = i.log
      from jsonb_to_recordset(${JSON.stringify(input)}::jsonb) as i(id text, identity text, log int)
     where t.id = i.id`.execute(tx);
}

/** Revives rows in the transfers' present block. What was ignored, dismissed by its owner, stays so; the others have to be matched again. */
export async function moveTransfers(tx: Queryable, moves: readonly Move[]): Promise<Transfer[]> {
  if (moves.length === 0) return [];
  const input = moves.map(({ id, incoming: { logKey, logIndex, block } }) => ({
    id,
    identity: logKey,
    log: logIndex,
    number: block.number,
    hash: block.hash,
    time: block.time.toISOString(),
  }));
  const { rows } = await sql<TransferRow>`
    update transfers t
       set log_key = i.identity, log_index = i.log, block_number = i.number, block_hash = i.hash, block_time = i.time,
           state = case when t.reason is null then 'seen' else 'ignored' end, final_at = null, reorged_at = null
      from jsonb_to_recordset(${JSON.stringify(input)}::jsonb) as i(id text, identity text, log int, number bigint, hash text, time timestamptz)
     where t.id = i.id
    returning t.id, t.network, t.family, t.tx_hash, t.log_key, t.log_index, t.from_address, t.to_address, t.to_key, t.owner_id,
              t.amount, t.raw, t.block_number, t.block_hash, t.block_time, t.state, t.reason, t.seen_at, t.final_at`.execute(tx);
  return rows.map(toTransfer);
}

/** Only rows that are unchanged since they were verified. */
export async function markFinal(tx: Queryable, verified: readonly Transfer[], at: Date): Promise<Transfer[]> {
  if (verified.length === 0) return [];
  const input = verified.map(({ id, blockHash }) => ({ id, hash: blockHash }));
  const { rows } = await sql<TransferRow>`
    update transfers t set final_at = ${at}
      from jsonb_to_recordset(${JSON.stringify(input)}::jsonb) as i(id text, hash text)
     where t.id = i.id and t.block_hash = i.hash and t.final_at is null and t.state <> 'reorged'
    returning t.id, t.network, t.family, t.tx_hash, t.log_key, t.log_index, t.from_address, t.to_address, t.to_key, t.owner_id,
              t.amount, t.raw, t.block_number, t.block_hash, t.block_time, t.state, t.reason, t.seen_at, t.final_at`.execute(tx);
  return rows.map(toTransfer);
}

export async function setStates(tx: Queryable, ids: readonly TransferId[], state: TransferState, reason: string | null): Promise<void> {
  if (ids.length === 0) return;
  await sql`update transfers set state = ${state}, reason = ${reason} where id = any(${ids}::text[]) and state <> 'reorged'`.execute(tx);
}
