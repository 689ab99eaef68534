import type { Network } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/db/db';
import type { StoreId, UserId, WalletId } from '../../platform/id-types';

export type WalletRecord = {
  readonly id: WalletId;
  readonly storeId: StoreId;
  readonly network: Network;
  readonly family: 'evm' | 'tron' | 'solana';
  readonly addressKey: string;
  readonly address: string;
};

export const WALLET_COLUMNS = ['id', 'store_id as storeId', 'network', 'family', 'address_key as addressKey', 'address'] as const;
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
  const rows = await tx.selectFrom('store_wallets').select(WALLET_COLUMNS).where('store_id', '=', storeId).orderBy('id').execute();
  return rows.map(toWallet);
}

/** Filters by owner: another user's wallet is not found. */
export async function findWallet(tx: Queryable, userId: UserId, id: WalletId): Promise<WalletRecord | undefined> {
  const row = await tx
    .selectFrom('store_wallets as w')
    .innerJoin('stores as s', 's.id', 'w.store_id')
    .select(['w.id', 'w.store_id as storeId', 'w.network', 'w.family', 'w.address_key as addressKey', 'w.address'])
    .where('s.user_id', '=', userId)
    .where('w.id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : toWallet(row);
}

export async function insertWallet(tx: Tx, wallet: WalletRecord, now: Date): Promise<void> {
  await tx
    .insertInto('store_wallets')
    .values({
      id: wallet.id,
      store_id: wallet.storeId,
      network: wallet.network,
      family: wallet.family,
      address_key: wallet.addressKey,
      address: wallet.address,
      created_at: now,
    })
    .execute();
}

export async function moveWallet(tx: Tx, id: WalletId, to: { addressKey: string; address: string }): Promise<void> {
  await tx.updateTable('store_wallets').set({ address_key: to.addressKey, address: to.address }).where('id', '=', id).execute();
}

export async function deleteWallet(tx: Tx, id: WalletId): Promise<void> {
  await tx.deleteFrom('store_wallets').where('id', '=', id).execute();
}
