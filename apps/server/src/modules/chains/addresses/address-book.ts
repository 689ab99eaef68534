import type { Network } from '@stablegate/contract';
import type { NetworkSettings } from '../../../config-networks';
import { AppError } from '../../../platform/app-error';
import type { Clocks } from '../../../platform/clock';
import type { Queryable, Tx } from '../../../platform/db/db';
import type { UserId } from '../../../platform/id-types';
import type { Platform } from '../../../platform/platform';
import { FAMILY_OF, type WatchReason } from '../chains.domain';
import type { UsageBook } from '../rpc/usage-book';
import { createAddressLookup } from './address-lookup';
import { type ParsedAddress, parseAddress } from './addresses';
import { createOwnership } from './ownership';
import { isSignedBy } from './signatures';
import { createUnusableCheck } from './unusable-addresses';
import {
  addWatches,
  claim,
  findOwner,
  hasWatch,
  listOwnedKeys,
  releaseIfUnwatched,
  removePlatformWatches,
  removeWatchesOf,
} from './watched.queries';

export type AddressBookDeps = Pick<Platform, 'db' | 'log'> & {
  readonly clocks: Clocks;
  readonly networks: readonly NetworkSettings[];
  readonly addressLookupMs?: number;
  readonly usage: UsageBook;
};
export type WatchRequest = { readonly network: Network; readonly address: string };
/** A user, or the platform, whose addresses cannot be registered. */
export type AddressOwner = { readonly userId: UserId } | 'platform';

function mustParse(network: Network, address: string): ParsedAddress {
  const parsed = parseAddress(network, address);
  if (parsed === undefined) throw new AppError('invalid_address');
  return parsed;
}

/** A fixed lock order: two callers that share addresses wait for each other and never deadlock. */
const inOrder = <T extends { readonly family: string; readonly key: string }>(addresses: readonly T[]): T[] =>
  [...new Map(addresses.map((address) => [`${address.family}:${address.key}`, address])).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, address]) => address);

/** Ownership and watching of addresses. Calls run inside the caller's transaction, together with its wallet or invoice. */
export function createAddressBook({ networks, db, clocks, log, usage, addressLookupMs = 0 }: AddressBookDeps) {
  return {
    parseAddress,
    isSignedBy,
    ...createOwnership({ db, clocks }),
    /** Needs no node: addresses that accept USDT and never return it. */
    unusableBecause: createUnusableCheck(networks),
    /** What the nodes report about an address; never throws, and takes addressLookupMs at most. */
    lookUpAddress: createAddressLookup({ networks, usage, deadlineMs: addressLookupMs, log, now: () => clocks.business.now() }),
    /** The first user to register an address owns it on all networks of its family; for others it is in use. */
    claimAddress: async (tx: Tx, owner: AddressOwner, network: Network, address: string): Promise<ParsedAddress> => {
      const parsed = mustParse(network, address);
      const userId = owner === 'platform' ? null : owner.userId;
      const current = await claim(tx, parsed.family, parsed.key, userId);
      if (current.userId !== userId) throw new AppError('address_in_use');
      return parsed;
    },
    ownerOf: async (tx: Queryable, network: Network, address: string): Promise<AddressOwner | undefined> => {
      const { family, key } = mustParse(network, address);
      const owner = await findOwner(tx, family, key);
      return owner === undefined ? undefined : owner.userId === null ? 'platform' : { userId: owner.userId };
    },
    /** Address keys by owner: the receiving addresses of all of a user's stores, on all networks of the family. */
    listOwnedKeys: (db: Queryable, network: Network, userIds: readonly UserId[]) => listOwnedKeys(db, FAMILY_OF[network], userIds),
    /** For claimed addresses, in one statement. Idempotent per reason and reference. */
    watchAddresses: (tx: Tx, reason: WatchReason, ref: string, addresses: readonly WatchRequest[]): Promise<void> => {
      const parsed = addresses.map(({ network, address }) => mustParse(network, address));
      return addWatches(
        tx,
        inOrder(parsed).map(({ family, key }) => ({ family, key, reason, ref })),
      );
    },
    /** Everything a wallet or an invoice watched. An address without watches is released for others. */
    unwatchAddresses: async (tx: Tx, reason: WatchReason, ref: string): Promise<void> => {
      for (const { family, key } of inOrder(await removeWatchesOf(tx, reason, ref))) await releaseIfUnwatched(tx, family, key);
    },
    hasWatch,
    /** On the operator's explicit request the platform gives up its claim to the address on all networks of the family. */
    givePlatformClaimUp: async (tx: Tx, network: Network, address: string): Promise<void> => {
      const { family, key } = mustParse(network, address);
      await removePlatformWatches(tx, family, key);
      await releaseIfUnwatched(tx, family, key);
    },
  };
}
