import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db';
import type { StoreId } from '../../platform/id-types';
import type { WalletRecord } from './address-changes.domain';
import { toWallet, WALLET_COLUMNS } from './wallets.queries';

export async function saveStoreStatus(
  tx: Tx,
  merchantId: string,
  status: string,
): Promise<{ storeId: StoreId | undefined; changed: boolean }> {
  const row = await tx
    .selectFrom('stores')
    .select(['id', 'status'])
    .where('merchant_id', '=', merchantId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined || row.status === status) return { storeId: row?.id, changed: false };
  await tx.updateTable('stores').set({ status }).where('id', '=', row.id).execute();
  return { storeId: row.id, changed: true };
}

export async function listWalletsAt(tx: Tx, family: string, addressKey: string): Promise<WalletRecord[]> {
  const rows = await tx
    .selectFrom('store_wallets as w')
    .select(WALLET_COLUMNS)
    .where('w.family', '=', family)
    .where('w.address_key', '=', addressKey)
    .orderBy('w.id')
    .execute();
  return rows.map(toWallet);
}

export async function isOwned(tx: Tx, family: string, addressKey: string): Promise<boolean> {
  const { rows } = await sql`select 1 from address_owners where family = ${family} and address_key = ${addressKey}`.execute(tx);
  return rows.length > 0;
}
