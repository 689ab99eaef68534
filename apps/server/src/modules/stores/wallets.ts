import type { Network, Wallet } from '@stablegate/contract';
import { AppError } from '../../platform/app-error';
import type { Tx } from '../../platform/db';
import { newId } from '../../platform/ids';
import type { ParsedAddress } from '../chains/chains.service';
import { findStore } from './stores.queries';
import type { StoreDeps } from './stores.service';
import { deleteWallet, findWallet, insertWallet, listWallets, lockStoreAddresses, moveWallet, type WalletRecord } from './wallets.queries';

export const toWalletWire = ({ id, network, address, storeId }: WalletRecord): Wallet => ({ id, network, address, storeId });

function parse(deps: StoreDeps, network: Network, text: string): ParsedAddress {
  const address = deps.addresses.parseAddress(network, text);
  if (address !== undefined) return address;
  const refused = new AppError('invalid_address');
  throw new AppError('invalid_address', { errors: [{ path: 'address', message: refused.message }] });
}

export type WalletInput = { readonly storeId: string; readonly network: Network; readonly address: string };

/** Without a user: to a store of the platform, whose addresses nobody else can register. */
export async function addWallet(deps: StoreDeps, userId: string | null, input: WalletInput): Promise<Wallet> {
  const now = deps.clocks.business.now();
  const wallet = await deps.db.transaction(async (tx) => {
    if ((await findStore(tx, userId, input.storeId)) === undefined) throw new AppError('not_found');
    const { family, key, display } = parse(deps, input.network, input.address);
    await lockStoreAddresses(tx, input.storeId);
    const others = await listWallets(tx, input.storeId);
    if (others.some(({ network }) => network === input.network)) throw new AppError('network_taken');
    const { storeId, network } = input;
    const made: WalletRecord = { id: newId('wal', now), storeId, network, family, addressKey: key, address: display };
    await deps.addresses.claimAddress(tx, userId === null ? 'platform' : { userId }, network, display);
    await deps.addresses.watchAddresses(tx, 'wallet', made.id, [{ network, address: display }]);
    await insertWallet(tx, made, now);
    return made;
  });
  deps.log.info({ userId, storeId: wallet.storeId, network: wallet.network }, 'receiving address added');
  return toWalletWire(wallet);
}

async function lockOwnWallet(tx: Tx, userId: string, id: string): Promise<WalletRecord> {
  const found = await findWallet(tx, userId, id);
  if (found === undefined) throw new AppError('not_found');
  await lockStoreAddresses(tx, found.storeId);
  const wallet = await findWallet(tx, userId, id); // as it is now that nobody else can change it
  if (wallet === undefined) throw new AppError('not_found');
  return wallet;
}

export async function changeWallet(deps: StoreDeps, userId: string, id: string, text: string): Promise<Wallet> {
  const wallet = await deps.db.transaction(async (tx) => {
    const before = await lockOwnWallet(tx, userId, id);
    const { key, display } = parse(deps, before.network, text);
    if (key === before.addressKey) return before;
    await deps.addresses.claimAddress(tx, { userId }, before.network, display);
    await moveWallet(tx, id, { addressKey: key, address: display });
    await leaveAddress(tx, deps, before);
    await deps.addresses.watchAddresses(tx, 'wallet', id, [{ network: before.network, address: display }]);
    return { ...before, addressKey: key, address: display };
  });
  deps.log.info({ userId, storeId: wallet.storeId, network: wallet.network }, 'receiving address changed');
  return toWalletWire(wallet);
}

export async function removeWallet(deps: StoreDeps, userId: string, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => dropWallet(tx, deps, await lockOwnWallet(tx, userId, id)));
  deps.log.info({ userId, walletId: id }, 'receiving address removed');
}

/** The caller holds the lock on the store's addresses. */
export async function dropWallet(tx: Tx, deps: StoreDeps, wallet: WalletRecord): Promise<void> {
  await deleteWallet(tx, wallet.id);
  await leaveAddress(tx, deps, wallet);
}

/** Whoever still needs the address (an open invoice) gets to watch it himself before the wallet lets it go. */
async function leaveAddress(tx: Tx, deps: StoreDeps, wallet: WalletRecord): Promise<void> {
  for (const keep of deps.addressLeavingHandlers) await keep(tx, wallet);
  await deps.addresses.unwatchAddresses(tx, 'wallet', wallet.id);
}
