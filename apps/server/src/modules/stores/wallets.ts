import type { AddressChallenge, Network, Wallet } from '@stablegate/contract';
import { AppError } from '../../platform/app-error';
import { assertDefined } from '../../platform/assert';
import type { Tx } from '../../platform/db/db';
import type { StoreId, UserId, WalletId } from '../../platform/id-types';
import { newId } from '../../platform/ids';
import type { Author } from '../../platform/principal';
import { noteNothingChanged } from '../../platform/request-author';
import { cancelChange, dropWallet, lockWallet, moveTo, recordWallet, waitFor } from './address-changes';
import { addedFrom, atTime, changedFrom, NOTHING_NEXT, type WalletRecord } from './address-changes.domain';
import { type AddressAnswers, type CheckedAddress, checkAddress, keepFindings, parseAddress, type Registrant } from './check-address';
import type { StoreDeps } from './stores.deps';
import { findStore } from './stores.queries';
import { findHistory, findWallet, insertWallet, listWallets, lockStoreAddresses } from './wallets.queries';

/** In wire form, with what is known of their addresses. */
export async function describeWallets(deps: StoreDeps, wallets: readonly WalletRecord[]): Promise<Wallet[]> {
  const now = deps.clocks.business.now();
  const current = wallets.map((wallet) => atTime(wallet, now));
  const marks = await deps.addresses.marksOf(current.map(({ family, addressKey: key }) => ({ family, key })));
  return current.map(({ id, network, address, storeId, family, addressKey, nextAddress, nextAt, activeFrom }) => {
    const { isProven = false, isBusy = false } = marks.get(`${family}:${addressKey}`) ?? {};
    const pendingAt = nextAt ?? activeFrom;
    const pendingAddress = pendingAt === null ? null : (nextAddress ?? address);
    return { id, network, address, storeId, proven: isProven, busy: isBusy, pendingAddress, pendingAt: pendingAt?.toISOString() ?? null };
  });
}

async function describeWallet(deps: StoreDeps, wallet: WalletRecord): Promise<Wallet> {
  const [described] = await describeWallets(deps, [wallet]);
  return assertDefined(described, 'a description of the wallet');
}

export type WalletInput = { readonly storeId: StoreId; readonly network: Network; readonly address: string } & AddressAnswers;

async function registrantOf(deps: StoreDeps, userId: UserId, storeId: StoreId): Promise<Registrant> {
  const store = await findStore(deps.db.query, userId, storeId);
  if (store === undefined) throw new AppError('not_found');
  return { userId, merchantId: store.merchantId };
}

/** The text to sign for an address that is not registered yet, or should be shown as proven. */
export async function challengeOwner(deps: StoreDeps, userId: UserId, input: WalletInput): Promise<AddressChallenge> {
  const registrant = await registrantOf(deps, userId, input.storeId);
  return deps.addresses.newChallenge(registrant, parseAddress(deps, input.network, input.address));
}

/** Without a user: to a store of the platform, whose addresses no one else can register and which need no proof. */
export async function addWallet(deps: StoreDeps, author: Author | null, input: WalletInput): Promise<Wallet> {
  const { storeId, network } = input;
  const userId = author?.userId ?? null;
  const registrant = userId === null ? undefined : await registrantOf(deps, userId, storeId);
  const address: CheckedAddress =
    registrant === undefined
      ? { ...parseAddress(deps, network, input.address), isBusy: false, proof: undefined }
      : await checkAddress(deps, registrant, network, input.address, input);
  const now = deps.clocks.business.now();
  const wallet = await deps.db.transaction(async (tx) => {
    if ((await findStore(tx, userId, storeId)) === undefined) throw new AppError('not_found');
    const lockHours = userId === null ? 0 : await deps.requireAddressLock(tx, userId);
    await lockStoreAddresses(tx, storeId);
    const others = await listWallets(tx, storeId);
    if (others.some((other) => other.network === network)) throw new AppError('network_taken');
    const { family, key, display } = address;
    const history = await findHistory(tx, storeId);
    const activeFrom = addedFrom({ history, wallets: others }, { network, addressKey: key }, lockHours, now);
    const id = newId('wallet', now);
    const made: WalletRecord = { id, storeId, network, family, addressKey: key, address: display, activeFrom, ...NOTHING_NEXT };
    await deps.addresses.claimAddress(tx, userId === null ? 'platform' : { userId }, network, display);
    if (registrant !== undefined) await keepFindings(tx, deps, registrant, address);
    await deps.addresses.watchAddresses(tx, 'wallet', made.id, [{ network, address: display }]);
    await insertWallet(tx, made, now);
    const action = activeFrom === null ? 'wallet.added' : 'wallet.requested';
    if (author !== null) await recordWallet(deps, tx, author, made, { action, after: made, effectiveAt: activeFrom });
    return made;
  });
  deps.log.info({ userId, storeId, network }, 'receiving address added');
  return describeWallet(deps, wallet);
}

type AddressChange = { readonly address: string } & AddressAnswers;

export async function changeWallet(deps: StoreDeps, author: Author, id: WalletId, change: AddressChange): Promise<Wallet> {
  const { userId } = author;
  const current = await findWallet(deps.db.query, userId, id);
  if (current === undefined) throw new AppError('not_found');
  const registrant = await registrantOf(deps, userId, current.storeId);
  const address = await checkAddress(deps, registrant, current.network, change.address, change);
  const wallet = await deps.db.transaction(async (tx) => {
    const lockHours = await deps.requireAddressLock(tx, userId);
    const before = await lockWallet(tx, deps, author, id);
    await deps.addresses.claimAddress(tx, { userId }, before.network, address.display);
    await keepFindings(tx, deps, registrant, address);
    return changeAddress(deps, tx, author, before, { address, lockHours });
  });
  deps.log.info({ userId, storeId: wallet.storeId, network: wallet.network }, 'receiving address changed');
  return describeWallet(deps, wallet);
}

/** At once, or after the lock. Back to the current address cancels what waits. */
async function changeAddress(
  deps: StoreDeps,
  tx: Tx,
  author: Author,
  before: WalletRecord,
  { address: { key, display }, lockHours }: { readonly address: CheckedAddress; readonly lockHours: number },
): Promise<WalletRecord> {
  const now = deps.clocks.business.now();
  if (key === before.addressKey) {
    if (before.nextAt === null) noteNothingChanged();
    else await cancelChange(tx, deps, author, before.id);
    return { ...before, ...NOTHING_NEXT };
  }
  const from = changedFrom(await listWallets(tx, before.storeId), key, lockHours, now);
  const after: WalletRecord = { ...before, ...NOTHING_NEXT, addressKey: key, address: display };
  if (from === null || before.activeFrom !== null) {
    const moved = { ...after, activeFrom: from };
    await moveTo(tx, deps, before, moved);
    const action = from === null ? 'wallet.changed' : 'wallet.requested';
    await recordWallet(deps, tx, author, before, { action, before, after, effectiveAt: from });
    return moved;
  }
  await recordWallet(deps, tx, author, before, { action: 'wallet.requested', before, after, effectiveAt: from });
  return waitFor(tx, deps, before, { nextAddress: display, nextAddressKey: key, nextAt: from });
}

export async function removeWallet(deps: StoreDeps, author: Author, id: WalletId): Promise<void> {
  const { userId } = author;
  await deps.db.transaction(async (tx) => {
    await deps.requireAddressLock(tx, userId); // refused while frozen; a removal redirects nothing, so it never waits
    const before = await lockWallet(tx, deps, author, id);
    await dropWallet(tx, deps, before);
    await recordWallet(deps, tx, author, before, { action: 'wallet.removed', before });
  });
  deps.log.info({ userId, walletId: id }, 'receiving address removed');
}

export async function cancelOwnChange(deps: StoreDeps, author: Author, id: WalletId): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (!(await cancelChange(tx, deps, author, id))) throw new AppError('conflict');
  });
}
