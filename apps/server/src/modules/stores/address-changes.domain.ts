import type { Network } from '@stablegate/contract';
import { HOUR_MS, type NetworkFamily } from '@stablegate/rules';
import type { StoreId, WalletId } from '../../platform/id-types';
import { hasCome, lockEnd } from './pending/pending.domain';

export type NewWallet = {
  readonly id: WalletId;
  readonly storeId: StoreId;
  readonly network: Network;
  readonly family: NetworkFamily;
  readonly addressKey: string;
  readonly address: string;
  /** Not used before; null: at once. */
  readonly activeFrom?: Date | null;
};
export type NextAddress = { readonly nextAddress: string; readonly nextAddressKey: string; readonly nextAt: Date };
export type WalletRecord = Required<NewWallet> & { readonly [Field in keyof NextAddress]: NextAddress[Field] | null };
export const NOTHING_NEXT = { nextAddress: null, nextAddressKey: null, nextAt: null } as const;

export type AddressHistory = { readonly firstAt: Date | null; readonly networks: readonly string[] };

/** By then the wallet receives at its next address. */
export const isDue = ({ nextAt, activeFrom }: WalletRecord, now: Date): boolean => hasCome(nextAt ?? activeFrom, now);

export const isWaiting = (wallet: WalletRecord, now: Date): boolean =>
  (wallet.nextAt !== null || wallet.activeFrom !== null) && !isDue(wallet, now);

/** As it is by now. */
export function atTime(wallet: WalletRecord, now: Date): WalletRecord {
  if (!isDue(wallet, now)) return wallet;
  const { nextAddress, nextAddressKey, address, addressKey } = wallet;
  const current = { address: nextAddress ?? address, addressKey: nextAddressKey ?? addressKey };
  return { ...wallet, ...current, nextAddress: null, nextAddressKey: null, nextAt: null, activeFrom: null };
}

/** An address that the store already receives at redirects nothing. */
const isKnown = (wallets: readonly WalletRecord[], addressKey: string): boolean =>
  wallets.some((wallet) => wallet.addressKey === addressKey && wallet.activeFrom === null);

/**
 * When a new address may be used; null: at once. A store's first address is, and until the lock has passed since then so are further
 * networks, while it is set up. Later, another network redirects those who choose it, and one that was removed and added again is a change.
 */
export function addedFrom(
  store: { readonly history: AddressHistory; readonly wallets: readonly WalletRecord[] },
  added: { readonly network: string; readonly addressKey: string },
  lockHours: number,
  now: Date,
): Date | null {
  const { firstAt, networks } = store.history;
  if (firstAt === null || isKnown(store.wallets, added.addressKey)) return null;
  const isBeingSetUp = !networks.includes(added.network) && now.getTime() < firstAt.getTime() + lockHours * HOUR_MS;
  return isBeingSetUp ? null : lockEnd(lockHours, now);
}

export const changedFrom = (wallets: readonly WalletRecord[], addressKey: string, lockHours: number, now: Date): Date | null =>
  isKnown(wallets, addressKey) ? null : lockEnd(lockHours, now);
