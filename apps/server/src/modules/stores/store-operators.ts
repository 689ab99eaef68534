import type { Network } from '@stablegate/contract';
import { AppError } from '../../platform/app-error';
import { insertAudit } from '../../platform/audit';
import { afterCommit } from '../../platform/db/db';
import { dropWallet } from './address-changes';
import { isOwned, listWalletsAt, saveStoreStatus } from './store-operators.queries';
import type { StoreDeps } from './stores.deps';
import { lockStoreAddresses } from './wallets.queries';

export type OperatorCall = { readonly actor: string; readonly reason?: string | undefined };
export type StoreStatusCall = OperatorCall & { readonly merchantId: string; readonly status: 'Active' | 'Inactive' };
export type ReleaseCall = OperatorCall & { readonly network: Network; readonly address: string };

/** An inactive store's key is refused within a second; its open invoices stay payable. Returns false when nothing changed. */
export async function setStoreStatus(deps: StoreDeps, { actor, reason, merchantId, status }: StoreStatusCall): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const { storeId, changed } = await saveStoreStatus(tx, merchantId, status);
    if (storeId === undefined) throw new AppError('not_found', { message: `No store has the merchant id "${merchantId}".` });
    if (!changed) return false;
    await insertAudit(tx, { actor, action: 'operator.store-status', subject: storeId, detail: { status, reason: reason ?? null } });
    afterCommit(tx, deps.announceChange);
    return true;
  });
}

/**
 * Resolves a squatted address, and is the only way for the platform to release one of its own: the address is removed from every store.
 * While an open invoice still watches it, it stays with its owner until that invoice is done, so that no payment is lost.
 */
export async function releaseSquattedAddress(deps: StoreDeps, call: ReleaseCall): Promise<{ wallets: number; isFree: boolean }> {
  const parsed = deps.addresses.parseAddress(call.network, call.address);
  if (parsed === undefined) throw new AppError('invalid_address');
  return deps.db.transaction(async (tx) => {
    const wallets = await listWalletsAt(tx, parsed.family, parsed.key);
    for (const storeId of [...new Set(wallets.map((wallet) => wallet.storeId))].sort()) await lockStoreAddresses(tx, storeId);
    for (const wallet of wallets) await dropWallet(tx, deps, wallet);
    await deps.addresses.givePlatformClaimUp(tx, call.network, call.address);
    const detail = { network: call.network, wallets: wallets.map(({ id }) => id), reason: call.reason ?? null };
    await insertAudit(tx, { actor: call.actor, action: 'operator.release-address', subject: `${parsed.family}:${parsed.key}`, detail });
    return { wallets: wallets.length, isFree: !(await isOwned(tx, parsed.family, parsed.key)) };
  });
}
