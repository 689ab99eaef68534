import type { AccountChange } from '@stablegate/contract';
import { AppError } from '../../platform/app-error';
import { assertDefined } from '../../platform/assert';
import { recordAudit } from '../../platform/audit';
import type { Queryable, Tx } from '../../platform/db/db';
import { asWalletId, type UserId, type WalletId } from '../../platform/id-types';
import type { Author } from '../../platform/principal';
import { atTime, isDue, isWaiting, type NextAddress, NOTHING_NEXT, type WalletRecord } from './address-changes.domain';
import type { PendingKind } from './pending/pending-kind';
import type { StoreDeps } from './stores.deps';
import { findStore } from './stores.queries';
import { deleteWallet, findWallet, listWaiting, lockStoreAddresses, moveWallet, saveNext } from './wallets.queries';

type WalletChange = { readonly before?: WalletRecord; readonly after?: Pick<WalletRecord, 'address'>; readonly effectiveAt?: Date | null };

export async function recordWallet(
  deps: StoreDeps,
  tx: Tx,
  author: Author,
  { id, storeId, network }: WalletRecord,
  { action, before, after, effectiveAt }: WalletChange & { readonly action: AccountChange },
): Promise<void> {
  const { name, merchantId } = assertDefined(await findStore(tx, author.userId, storeId), 'the store of a wallet');
  await recordAudit(deps.outbox, tx, author, {
    action,
    subject: id,
    detail: { store: name, merchantId, network, ...(effectiveAt ? { effectiveAt: effectiveAt.toISOString() } : {}) },
    ...(before === undefined ? {} : { before: { address: before.address } }),
    ...(after === undefined ? {} : { after: { address: after.address } }),
  });
}

/** A watch of its own: canceling ends it and leaves that of the current address. */
const nextRef = (id: WalletId): string => `${id}:next`;

export async function leaveAddress(tx: Tx, deps: StoreDeps, wallet: WalletRecord): Promise<void> {
  await deps.keepAddressWatched(tx, wallet);
  await deps.addresses.unwatchAddresses(tx, 'wallet', wallet.id);
}

/** The caller holds the lock on the store's addresses. */
export async function dropWallet(tx: Tx, deps: StoreDeps, wallet: WalletRecord): Promise<void> {
  await deleteWallet(tx, wallet.id);
  await leaveAddress(tx, deps, wallet);
  await deps.addresses.unwatchAddresses(tx, 'wallet', nextRef(wallet.id));
}

/** From now on the wallet receives at another address. */
export async function moveTo(tx: Tx, deps: StoreDeps, before: WalletRecord, after: WalletRecord): Promise<void> {
  await moveWallet(tx, after);
  if (after.addressKey !== before.addressKey) {
    await leaveAddress(tx, deps, before);
    await deps.addresses.watchAddresses(tx, 'wallet', after.id, [{ network: after.network, address: after.address }]);
  }
  await deps.addresses.unwatchAddresses(tx, 'wallet', nextRef(after.id));
}

/** The new address is claimed and watched at once, and used from `nextAt` on. A change that waited before is replaced. */
export async function waitFor(tx: Tx, deps: StoreDeps, wallet: WalletRecord, next: NextAddress): Promise<WalletRecord> {
  await saveNext(tx, wallet.id, next);
  await deps.addresses.unwatchAddresses(tx, 'wallet', nextRef(wallet.id));
  await deps.addresses.watchAddresses(tx, 'wallet', nextRef(wallet.id), [{ network: wallet.network, address: next.nextAddress }]);
  return { ...wallet, ...next };
}

/** Reread under the lock, and moved to its next address if that is due. */
export async function lockWallet(tx: Tx, deps: StoreDeps, author: Author, id: WalletId): Promise<WalletRecord> {
  const found = await findWallet(tx, author.userId, id);
  if (found === undefined) throw new AppError('not_found');
  await lockStoreAddresses(tx, found.storeId);
  const wallet = await findWallet(tx, author.userId, id);
  if (wallet === undefined) throw new AppError('not_found');
  const now = deps.clocks.business.now();
  const current = atTime(wallet, now);
  if (!isDue(wallet, now)) return current;
  await moveTo(tx, deps, wallet, current);
  const isChange = wallet.nextAt !== null;
  const change = isChange ? ({ action: 'wallet.changed', before: wallet } as const) : ({ action: 'wallet.added' } as const);
  await recordWallet(deps, tx, author, wallet, { ...change, after: current });
  return current;
}

/** False when nothing waits. An address that was never used is removed. */
export async function cancelChange(tx: Tx, deps: StoreDeps, author: Author, id: WalletId): Promise<boolean> {
  const wallet = await lockWallet(tx, deps, author, id);
  if (!isWaiting(wallet, deps.clocks.business.now())) return false;
  if (wallet.activeFrom !== null) await dropWallet(tx, deps, wallet);
  else await moveTo(tx, deps, wallet, { ...wallet, ...NOTHING_NEXT });
  await recordWallet(deps, tx, author, wallet, {
    action: 'wallet.canceled',
    before: { ...wallet, address: wallet.nextAddress ?? wallet.address },
  });
  return true;
}

async function isChangeWaiting(deps: StoreDeps, tx: Queryable, userId: UserId, id: WalletId): Promise<boolean> {
  const wallet = await findWallet(tx, userId, id);
  return wallet !== undefined && isWaiting(wallet, deps.clocks.business.now());
}

export const ADDRESSES: PendingKind = {
  requested: 'wallet.requested',
  list: listWaiting,
  isWaiting: (deps, tx, userId, id) => isChangeWaiting(deps, tx, userId, asWalletId(id)),
  cancel: (deps, tx, author, id) => cancelChange(tx, deps, author, asWalletId(id)),
  settle: (deps, tx, author, id) => lockWallet(tx, deps, author, asWalletId(id)),
};
