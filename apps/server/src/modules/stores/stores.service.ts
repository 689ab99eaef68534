import type { EmbedSettings } from '@stablegate/contract';
import type { Past } from '../../platform/audit-past.domain';
import type { Queryable, Tx } from '../../platform/db/db';
import type { ApiKeyId, StoreId, UserId, WalletId } from '../../platform/id-types';
import type { Author, SignedInAuthor } from '../../platform/principal';
import { createCallLog } from './api-calls/call-log';
import { type CallQuery, forgetCalls, listCalls } from './api-calls/list-calls';
import type { AddressAnswers } from './check-address';
import { changeEmbed, readEmbed } from './embed/embed-origins';
import { changeEpusdt, type EpusdtInput, readEpusdt, renewEpusdtToken } from './epusdt/epusdt-settings';
import type { SignedFields } from './epusdt/epusdt-signature';
import { findEpusdtStore } from './epusdt/find-epusdt-store';
import { cancelOwnRate } from './epusdt/rate-changes';
import { refreshEpusdtRates } from './epusdt/refresh-rates';
import { createKey, type KeyInput, listKeys, restrictMainKey, revokeKey, rollKey } from './keys/api-keys';
import {
  changeStore,
  createStore,
  deleteStore,
  getStoreDetails,
  listOwnStores,
  refreshApiKey,
  refreshCallbackSecret,
  type StoreInput,
} from './manage-stores';
import { applyDueChanges, createPendingChanges } from './pending/pending-changes';
import {
  ensurePlatformStore,
  findPlatformStore,
  listPlatformNetworks,
  type PlatformAddressCall,
  type PlatformAddresses,
  usePlatformAddress,
} from './platform-store';
import { readSigningSecrets, sealedCallbackSecret } from './signing-secrets';
import { createStoreAccess, getOwnStore } from './store-access';
import { findSharing, findStoreIdsByName, listStoreAddresses, listStoreNamesAt, type ReceivingAddress } from './store-access.queries';
import { type ReleaseCall, releaseSquattedAddress, type StoreStatusCall, setStoreStatus } from './store-operators';
import { openCallbackSecret } from './store-secrets';
import type { StoreDeps, StoreServiceDeps } from './stores.deps';
import type { StoreChanges } from './stores.queries';
import { takeBackStores } from './undo/take-back-stores';
import { addWallet, cancelOwnChange, challengeOwner, changeWallet, removeWallet, type WalletInput } from './wallets';

export { type SignedFields, signEpusdt } from './epusdt/epusdt-signature';
export { type EpusdtStore, freshRate as freshEpusdtRate } from './epusdt/find-epusdt-store';
export type { ReceivingAddress } from './store-access.queries';
export type { LeavingAddress } from './stores.deps';

const KEYS_CHANNEL = 'store-keys';

const createKeyService = (deps: StoreDeps) => ({
  list: (userId: UserId, storeId: StoreId) => listKeys(deps, userId, storeId),
  create: (author: Author, storeId: StoreId, input: KeyInput) => createKey(deps, author, storeId, input),
  roll: (author: Author, storeId: StoreId, keyId: ApiKeyId, keepOldHours: number) =>
    rollKey(deps, author, { storeId, keyId }, keepOldHours),
  revoke: (author: Author, storeId: StoreId, keyId: ApiKeyId) => revokeKey(deps, author, { storeId, keyId }),
  /** Sets from where the main key is accepted. */
  restrictMain: (author: Author, storeId: StoreId, allowedIps: readonly string[]) => restrictMainKey(deps, author, storeId, allowedIps),
});

export function createStoreService({ notifications, ...rest }: StoreServiceDeps) {
  const access = createStoreAccess(rest);
  notifications.subscribe(KEYS_CHANNEL, access.forget);
  const announceChange = () => {
    access.forget();
    notifications.publish(KEYS_CHANNEL);
  };
  const deps: StoreDeps = { ...rest, announceChange };
  return {
    authenticate: access.authenticate,
    /** Drops all cached keys. */
    forgetKeys: access.forget,
    getOwnStore: (userId: UserId | null, storeId: StoreId, tx: Queryable = deps.db.query) => getOwnStore(tx, userId, storeId),
    sharesAddresses: (storeId: StoreId) => findSharing(deps.db.query, storeId),
    /** The platform's own store for deposits, with these addresses in addition to those it has. Called at the start. */
    ensurePlatformStore: (addresses: PlatformAddresses) => ensurePlatformStore(deps, addresses),
    /** Undefined while it has no address: then USDT deposits are unavailable. */
    findPlatformStore: () => findPlatformStore(deps),
    /** Where it receives, without the networks that are switched off. */
    listPlatformNetworks: () => listPlatformNetworks(deps),
    /** For endpoints of callbacks, which are signed as the store's own callbacks are; the old one of a pair signs until `oldUntil`. */
    newCallbackSecret: () => sealedCallbackSecret(deps),
    openCallbackSecret: (sealed: Buffer) => openCallbackSecret(deps.secrets, sealed),
    readSigningSecrets: (storeId: StoreId) => readSigningSecrets(deps, storeId),
    /** For operators only: called by their command, never by a route. */
    setStatus: (call: StoreStatusCall) => setStoreStatus(deps, call),
    usePlatformAddress: (call: PlatformAddressCall) => usePlatformAddress(deps, call),
    releaseSquattedAddress: (call: ReleaseCall) => releaseSquattedAddress(deps, call),
    findStoreIdsByName: (userId: UserId, text: string) => findStoreIdsByName(deps.db.query, userId, text),

    /** Where a store receives now; undefined when it is not the owner's. */
    findAddresses: (ownerId: UserId | null, storeId: StoreId) => listStoreAddresses(deps.db.query, ownerId, storeId),
    listNamesAt: (addresses: readonly ReceivingAddress[]) => listStoreNamesAt(deps.db.query, addresses),
    list: (userId: UserId) => listOwnStores(deps, userId),
    get: (userId: UserId, id: StoreId) => getStoreDetails(deps, userId, id),
    create: (userId: UserId | null, input: StoreInput) => createStore(deps, userId, input),
    change: (author: SignedInAuthor, id: StoreId, changes: StoreChanges) => changeStore(deps, author, id, changes),
    remove: (author: Author, id: StoreId) => deleteStore(deps, author, id),
    refreshApiKey: (author: Author, id: StoreId) => refreshApiKey(deps, author, id),
    refreshCallbackSecret: (author: Author, id: StoreId) => refreshCallbackSecret(deps, author, id),
    keys: createKeyService(deps),
    /** Of the calls that are made with them. */
    callLog: createCallLog(deps),
    listCalls: (userId: UserId, storeId: StoreId, query: CallQuery) => listCalls(deps, userId, storeId, query),
    forgetCalls: () => forgetCalls(deps),

    readEmbed: (userId: UserId, storeId: StoreId) => readEmbed(deps, userId, storeId),
    changeEmbed: (author: Author, storeId: StoreId, settings: EmbedSettings) => changeEmbed(deps, author, storeId, settings),

    readEpusdt: (userId: UserId, storeId: StoreId) => readEpusdt(deps, userId, storeId),
    changeEpusdt: (author: Author, storeId: StoreId, input: EpusdtInput) => changeEpusdt(deps, author, storeId, input),
    cancelEpusdtRate: (author: Author, storeId: StoreId) => cancelOwnRate(deps, author, storeId),
    renewEpusdtToken: (author: Author, storeId: StoreId) => renewEpusdtToken(deps, author, storeId),
    /** Who signed a call of Epusdt's protocol; undefined when nobody's token made the signature. */
    findEpusdtStore: (fields: SignedFields, merchantId?: string) => findEpusdtStore(deps, fields, merchantId),
    refreshEpusdtRates: () => refreshEpusdtRates(deps),

    addWallet: (author: Author | null, input: WalletInput) => addWallet(deps, author, input),
    changeWallet: (author: Author, id: WalletId, change: { address: string } & AddressAnswers) => changeWallet(deps, author, id, change),
    challengeOwner: (userId: UserId, input: WalletInput) => challengeOwner(deps, userId, input),
    cancelChange: (author: Author, id: WalletId) => cancelOwnChange(deps, author, id),
    /** For the accounts, whose mails cancel changes. */
    pendingChanges: createPendingChanges(deps),
    takeBack: (tx: Tx, author: Author, past: Past) => takeBackStores(deps, tx, author, past),
    applyDueChanges: () => applyDueChanges(deps),
    removeWallet: (author: Author, id: WalletId) => removeWallet(deps, author, id),
  };
}
export type StoreService = ReturnType<typeof createStoreService>;
