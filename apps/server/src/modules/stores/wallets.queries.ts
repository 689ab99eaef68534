import type { Network } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/db/db';
import type { StoreId, UserId, WalletId } from '../../platform/id-types';
import type { AddressHistory, NewWallet, NextAddress, WalletRecord } from './address-changes.domain';
import type { PendingOf } from './pending/pending-kind';

export const WALLET_COLUMNS = [
  'w.id',
  'w.store_id as storeId',
  'w.network',
  'w.family',
  'w.address_key as addressKey',
  'w.address',
  'w.next_address as nextAddress',
  'w.next_address_key as nextAddressKey',
  'w.next_at as nextAt',
  'w.active_from as activeFrom',
] as const;
type Row = Omit<WalletRecord, 'network' | 'family'> & { network: string; family: string };
export const toWallet = (row: Row): WalletRecord => ({
  ...row,
  network: row.network as Network,
  family: row.family as WalletRecord['family'],
});

/**
 * Held until the commit by any change of a store's addresses. Invoice creations take it shared, so that none is created for an address that
 * is being removed. In memory only: a row lock would be written to disk with every invoice.
 */
export async function lockStoreAddresses(tx: Tx, storeId: StoreId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('store-addresses:' || ${storeId}, 0))`.execute(tx);
}

export async function listWallets(tx: Queryable, storeId: StoreId): Promise<WalletRecord[]> {
  const rows = await tx.selectFrom('store_wallets as w').select(WALLET_COLUMNS).where('w.store_id', '=', storeId).orderBy('w.id').execute();
  return rows.map(toWallet);
}

/** Filters by owner: another user's wallet is not found. */
export async function findWallet(tx: Queryable, userId: UserId, id: WalletId): Promise<WalletRecord | undefined> {
  const row = await tx
    .selectFrom('store_wallets as w')
    .innerJoin('stores as s', 's.id', 'w.store_id')
    .select(WALLET_COLUMNS)
    .where('s.user_id', '=', userId)
    .where('w.id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : toWallet(row);
}

export async function insertWallet(tx: Tx, wallet: NewWallet, now: Date): Promise<void> {
  await tx
    .insertInto('store_wallets')
    .values({
      id: wallet.id,
      store_id: wallet.storeId,
      network: wallet.network,
      family: wallet.family,
      address_key: wallet.addressKey,
      address: wallet.address,
      active_from: wallet.activeFrom ?? null,
      created_at: now,
    })
    .execute();
  await sql`
    update stores set first_address_at = coalesce(first_address_at, ${now}), used_networks = used_networks || ${wallet.network}::text
     where id = ${wallet.storeId} and not ${wallet.network} = any(used_networks)`.execute(tx);
}

/** A change that waits is forgotten. */
export async function moveWallet(tx: Tx, { id, addressKey, address, activeFrom = null }: NewWallet): Promise<void> {
  await tx
    .updateTable('store_wallets')
    .set({ address_key: addressKey, address, active_from: activeFrom, next_address: null, next_address_key: null, next_at: null })
    .where('id', '=', id)
    .execute();
}

export async function saveNext(tx: Tx, id: WalletId, next: NextAddress): Promise<void> {
  await tx
    .updateTable('store_wallets')
    .set({ next_address: next.nextAddress, next_address_key: next.nextAddressKey, next_at: next.nextAt })
    .where('id', '=', id)
    .execute();
}

/** Wallets whose change is due, or of one owner all that wait. */
export async function listWaiting(tx: Queryable, of: PendingOf): Promise<{ id: WalletId; userId: UserId }[]> {
  const { rows } = await sql<{ id: WalletId; userId: UserId }>`
    select w.id, s.user_id as "userId" from store_wallets w join stores s on s.id = w.store_id
     where (w.next_at is not null or w.active_from is not null)
       and ${'dueAt' in of ? sql`coalesce(w.next_at, w.active_from) <= ${of.dueAt}` : sql`s.user_id = ${of.userId}`}
     order by w.id limit 1000`.execute(tx);
  return rows;
}

/** When the store got its first address, and on which networks it ever had one. */
export function findHistory(tx: Queryable, storeId: StoreId): Promise<AddressHistory> {
  return tx
    .selectFrom('stores')
    .select(['first_address_at as firstAt', 'used_networks as networks'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow();
}

export async function deleteWallet(tx: Tx, id: WalletId): Promise<void> {
  await tx.deleteFrom('store_wallets').where('id', '=', id).execute();
}
