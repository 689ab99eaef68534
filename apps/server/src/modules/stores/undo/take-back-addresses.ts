import type { Network } from '@stablegate/contract';
import { AppError } from '../../../platform/app-error';
import { recordTakenBack } from '../../../platform/audit';
import type { Past } from '../../../platform/audit-past.domain';
import type { Tx } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';
import { newId } from '../../../platform/ids';
import type { Author } from '../../../platform/principal';
import type { ParsedAddress } from '../../chains/chains.service';
import { dropWallet, moveTo } from '../address-changes';
import { NOTHING_NEXT, type WalletRecord } from '../address-changes.domain';
import { listStoreNamesAt } from '../store-access.queries';
import type { LeavingAddress, StoreDeps } from '../stores.deps';
import { findStoreByMerchantId, type StoreRecord } from '../stores.queries';
import { insertWallet, listWallets, lockStoreAddresses } from '../wallets.queries';

/** What stood at each network of each store, by merchant ID: the first change since then replaced it. A cancelled one never stood. */
function addressesThen(past: Past): Map<string, Map<Network, string | null>> {
  const stores = new Map<string, Map<Network, string | null>>();
  for (const { detail, before } of past.entriesOf('wallet.requested', 'wallet.added', 'wallet.changed', 'wallet.removed')) {
    const { merchantId, network } = detail;
    if (merchantId === undefined || network === undefined) continue;
    const then = stores.get(merchantId) ?? new Map<Network, string | null>();
    stores.set(merchantId, then);
    if (!then.has(network as Network)) then.set(network as Network, before.address ?? null);
  }
  return stores;
}

/** Undefined where somebody else has registered it since. */
async function claimAgain(deps: StoreDeps, tx: Tx, userId: UserId, network: Network, address: string): Promise<ParsedAddress | undefined> {
  try {
    return await deps.addresses.claimAddress(tx, { userId }, network, address);
  } catch (error) {
    if (error instanceof AppError && error.code === 'address_in_use') return undefined;
    throw error;
  }
}

type Place = { readonly store: StoreRecord; readonly network: Network; readonly now: WalletRecord | undefined };

/** Makes the store receive where it did; without an address where there was none. Returns what it received at until now. */
async function putBack(
  deps: StoreDeps,
  tx: Tx,
  author: Author,
  { store, network, now }: Place,
  address: string | null,
): Promise<LeavingAddress[]> {
  if (now?.address === (address ?? undefined)) return [];
  const then = address === null ? undefined : await claimAgain(deps, tx, author.userId, network, address);
  const at = deps.clocks.business.now();
  const record = (action: 'wallet.added' | 'wallet.changed' | 'wallet.removed', subject: string) => {
    const detail = { store: store.name, merchantId: store.merchantId, network };
    const shown = (text: string | undefined) => (text === undefined ? {} : { address: text });
    return recordTakenBack(tx, author, { action, subject, detail }, shown(now?.address), shown(then?.display));
  };
  if (then === undefined) {
    if (now === undefined) return [];
    await dropWallet(tx, deps, now);
    await record('wallet.removed', now.id);
    return [now];
  }
  const current = { addressKey: then.key, address: then.display, activeFrom: null, ...NOTHING_NEXT };
  if (now !== undefined) {
    await moveTo(tx, deps, now, { ...now, ...current });
    await record('wallet.changed', now.id);
    return [now];
  }
  const made: WalletRecord = { id: newId('wallet', at), storeId: store.id, network, family: then.family, ...current };
  await deps.addresses.watchAddresses(tx, 'wallet', made.id, [{ network, address: then.display }]);
  await insertWallet(tx, made, at);
  await record('wallet.added', made.id);
  return [];
}

/** Returns the addresses that no store of the account receives at any more. What waited has been cancelled before. */
export async function takeBackAddresses(deps: StoreDeps, tx: Tx, author: Author, past: Past): Promise<LeavingAddress[]> {
  const then = addressesThen(past);
  const stores: StoreRecord[] = [];
  for (const merchantId of [...then.keys()].sort()) {
    const store = await findStoreByMerchantId(tx, author.userId, merchantId);
    if (store !== undefined) stores.push(store);
  }
  for (const { id } of stores) await lockStoreAddresses(tx, id); // all of them before anything else: invoices are created under this lock
  const left: LeavingAddress[] = [];
  for (const store of stores) {
    const wallets = await listWallets(tx, store.id);
    for (const [network, address] of then.get(store.merchantId) ?? [])
      left.push(
        ...(await putBack(deps, tx, author, { store, network, now: wallets.find((wallet) => wallet.network === network) }, address)),
      );
  }
  const kept = await listStoreNamesAt(
    tx,
    left.map(({ family, addressKey: key }) => ({ family, key })),
  );
  return left.filter(({ family, addressKey }) => !kept.has(`${family}:${addressKey}`));
}
