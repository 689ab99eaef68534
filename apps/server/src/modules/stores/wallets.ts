import type { AccountChange, AddressChallenge, Network, Wallet } from '@stablegate/contract';
import { AppError } from '../../platform/app-error';
import { must } from '../../platform/assert';
import { recordAudit } from '../../platform/audit';
import type { Tx } from '../../platform/db/db';
import type { StoreId, UserId, WalletId } from '../../platform/id-types';
import { newId } from '../../platform/ids';
import type { Author } from '../../platform/principal';
import { type AddressAnswers, type CheckedAddress, checkAddress, keepFindings, parseAddress, type Registrant } from './check-address';
import type { StoreDeps } from './stores.deps';
import { findStore } from './stores.queries';
import { deleteWallet, findWallet, insertWallet, listWallets, lockStoreAddresses, moveWallet, type WalletRecord } from './wallets.queries';

/** In wire form, with what is known of their addresses. */
export async function describeWallets(deps: StoreDeps, wallets: readonly WalletRecord[]): Promise<Wallet[]> {
  const marks = await deps.addresses.marksOf(wallets.map(({ family, addressKey: key }) => ({ family, key })));
  return wallets.map(({ id, network, address, storeId, family, addressKey }) => {
    const { isProven = false, isBusy = false } = marks.get(`${family}:${addressKey}`) ?? {};
    return { id, network, address, storeId, proven: isProven, busy: isBusy };
  });
}

async function describeWallet(deps: StoreDeps, wallet: WalletRecord): Promise<Wallet> {
  const [described] = await describeWallets(deps, [wallet]);
  return must(described, 'a description of the wallet');
}

type WalletChange = { readonly before?: WalletRecord; readonly after?: WalletRecord };

async function recordWallet(
  deps: StoreDeps,
  tx: Tx,
  author: Author,
  action: AccountChange,
  { before, after }: WalletChange,
): Promise<void> {
  const { storeId, network } = must(after ?? before, 'a wallet that changed');
  const store = must(await findStore(tx, author.userId, storeId), 'the store of a wallet');
  await recordAudit(deps.outbox, tx, author, {
    action,
    subject: storeId,
    detail: { store: store.name, network },
    ...(before === undefined ? {} : { before: { address: before.address } }),
    ...(after === undefined ? {} : { after: { address: after.address } }),
  });
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
    await lockStoreAddresses(tx, storeId);
    const others = await listWallets(tx, storeId);
    if (others.some((other) => other.network === network)) throw new AppError('network_taken');
    const { family, key, display } = address;
    const made: WalletRecord = { id: newId('wallet', now), storeId, network, family, addressKey: key, address: display };
    await deps.addresses.claimAddress(tx, userId === null ? 'platform' : { userId }, network, display);
    if (registrant !== undefined) await keepFindings(tx, deps, registrant, address);
    await deps.addresses.watchAddresses(tx, 'wallet', made.id, [{ network, address: display }]);
    await insertWallet(tx, made, now);
    if (author !== null) await recordWallet(deps, tx, author, 'wallet.added', { after: made });
    return made;
  });
  deps.log.info({ userId, storeId, network }, 'receiving address added');
  return describeWallet(deps, wallet);
}

async function lockOwnWallet(tx: Tx, userId: UserId, id: WalletId): Promise<WalletRecord> {
  const found = await findWallet(tx, userId, id);
  if (found === undefined) throw new AppError('not_found');
  await lockStoreAddresses(tx, found.storeId);
  const wallet = await findWallet(tx, userId, id); // reread under the lock
  if (wallet === undefined) throw new AppError('not_found');
  return wallet;
}

export async function changeWallet(
  deps: StoreDeps,
  author: Author,
  id: WalletId,
  change: { readonly address: string } & AddressAnswers,
): Promise<Wallet> {
  const { userId } = author;
  const current = await findWallet(deps.db.query, userId, id);
  if (current === undefined) throw new AppError('not_found');
  const registrant = await registrantOf(deps, userId, current.storeId);
  const address = await checkAddress(deps, registrant, current.network, change.address, change);
  const { key, display } = address;
  const wallet = await deps.db.transaction(async (tx) => {
    const before = await lockOwnWallet(tx, userId, id);
    await deps.addresses.claimAddress(tx, { userId }, before.network, display);
    await keepFindings(tx, deps, registrant, address);
    if (key === before.addressKey) return before;
    await moveWallet(tx, id, { addressKey: key, address: display });
    await leaveAddress(tx, deps, before);
    await deps.addresses.watchAddresses(tx, 'wallet', id, [{ network: before.network, address: display }]);
    const after = { ...before, addressKey: key, address: display };
    await recordWallet(deps, tx, author, 'wallet.changed', { before, after });
    return after;
  });
  deps.log.info({ userId, storeId: wallet.storeId, network: wallet.network }, 'receiving address changed');
  return describeWallet(deps, wallet);
}

export async function removeWallet(deps: StoreDeps, author: Author, id: WalletId): Promise<void> {
  const { userId } = author;
  await deps.db.transaction(async (tx) => {
    const before = await lockOwnWallet(tx, userId, id);
    await dropWallet(tx, deps, before);
    await recordWallet(deps, tx, author, 'wallet.removed', { before });
  });
  deps.log.info({ userId, walletId: id }, 'receiving address removed');
}

/** The caller holds the lock on the store's addresses. */
export async function dropWallet(tx: Tx, deps: StoreDeps, wallet: WalletRecord): Promise<void> {
  await deleteWallet(tx, wallet.id);
  await leaveAddress(tx, deps, wallet);
}

async function leaveAddress(tx: Tx, deps: StoreDeps, wallet: WalletRecord): Promise<void> {
  await deps.keepAddressWatched(tx, wallet);
  await deps.addresses.unwatchAddresses(tx, 'wallet', wallet.id);
}
