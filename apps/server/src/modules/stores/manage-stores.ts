import { INVOICE_EXPIRY_DEFAULT, mayRole, STORES_MAX, type Store, type StoreDetails } from '@stablegate/contract';
import { AppError } from '../../platform/app-error';
import { assertDefined } from '../../platform/assert';
import { recordAudit, recordSettings, recordWork, type Settings } from '../../platform/audit';
import { afterCommit, type Tx } from '../../platform/db/db';
import type { StoreId, UserId } from '../../platform/id-types';
import { newId } from '../../platform/ids';
import { type Author, type SignedInAuthor, stepUpRefusal } from '../../platform/principal';
import { dropWallet } from './address-changes';
import { SECRET_OVERLAP_MS } from './signing-secrets';
import {
  newApiKey,
  newCallbackSecret,
  newMerchantId,
  openApiKey,
  openCallbackSecret,
  sealApiKey,
  sealCallbackSecret,
} from './store-secrets';
import type { StoreDeps } from './stores.deps';
import {
  countStores,
  findStore,
  insertStore,
  listStores,
  markStoreDeleted,
  replaceApiKey,
  replaceCallbackSecret,
  type StoreChanges,
  type StoreRecord,
  updateStore,
} from './stores.queries';
import { type ExposedSecrets, findExposedSecrets } from './undo/exposed-secrets';
import { describeWallets } from './wallets';
import { listWallets, lockStoreAddresses } from './wallets.queries';

const toStoreWire = ({ secrets }: StoreDeps, store: Omit<StoreRecord, 'allowedIps'>, exposed?: ExposedSecrets): Store => ({
  id: store.id,
  name: store.name,
  merchantId: store.merchantId,
  apiKey: openApiKey(secrets, assertDefined(store.apiKeySealed, 'the API key of a store that is not deleted')),
  status: store.status,
  time: store.createdAt.toISOString(),
  note: store.note,
  invoiceExpiryMinutes: store.invoiceExpiryMinutes,
  hasAddress: store.hasAddress,
  keyInCallbacks: store.keyInCallbacks,
  sharesAddresses: store.sharesAddresses,
  exposedSecrets: exposed?.get(store.id) ?? [],
});

export async function listOwnStores(deps: StoreDeps, userId: UserId): Promise<Store[]> {
  const stores = await listStores(deps.db.query, userId);
  const exposed = await findExposedSecrets(deps, deps.db.query, userId, stores);
  return stores.map((store) => toStoreWire(deps, store, exposed));
}

export async function getStoreDetails(deps: StoreDeps, userId: UserId, id: StoreId): Promise<StoreDetails> {
  const store = await findStore(deps.db.query, userId, id);
  if (store === undefined) throw new AppError('not_found');
  const wallets = await listWallets(deps.db.query, id);
  const callbackSecret = openCallbackSecret(deps.secrets, store.callbackSecretSealed);
  const exposed = await findExposedSecrets(deps, deps.db.query, userId, [store]);
  return {
    store: { ...toStoreWire(deps, store, exposed), callbackSecret, allowedIps: store.allowedIps },
    wallets: await describeWallets(deps, wallets),
  };
}

export type StoreInput = { readonly name: string; readonly invoiceExpiryMinutes?: number | undefined };

/** A store of the platform has no user. */
export async function createStore(deps: StoreDeps, userId: UserId | null, input: StoreInput): Promise<Store> {
  const createdAt = deps.clocks.business.now();
  const { sealed, fingerprint } = sealApiKey(deps.secrets, newApiKey());
  const store = {
    id: newId('store', createdAt),
    userId,
    name: input.name,
    merchantId: newMerchantId(),
    invoiceExpiryMinutes: input.invoiceExpiryMinutes ?? INVOICE_EXPIRY_DEFAULT,
    apiKeySealed: sealed,
    callbackSecretSealed: sealCallbackSecret(deps.secrets, newCallbackSecret()),
    createdAt,
  };
  await deps.db.transaction(async (tx) => {
    if (userId !== null && (await countStores(tx, userId)) >= STORES_MAX) throw new AppError('too_many_stores');
    await insertStore(tx, { ...store, apiKeyFingerprint: fingerprint });
    await recordWork(tx, { action: 'store.created', subject: store.id, userId, detail: { store: store.name } });
  });
  deps.log.info({ userId, storeId: store.id }, 'store created');
  return toStoreWire(deps, { ...store, status: 'Active', note: null, hasAddress: false, keyInCallbacks: true, sharesAddresses: false });
}

/** As the audit log shows them, and takes them back. */
export const settingsOf = ({ name, note, invoiceExpiryMinutes, sharesAddresses }: StoreRecord): Settings => ({
  name,
  note,
  expiryMinutes: invoiceExpiryMinutes,
  sharesAddresses,
});

/** Serialises two renewals: each entry names the secret that it replaced. */
async function lockStore(tx: Tx, userId: UserId, id: StoreId): Promise<StoreRecord> {
  const store = await findStore(tx, userId, id, { lock: true });
  if (store === undefined) throw new AppError('not_found');
  return store;
}

/** Whether callbacks carry the main key decides who gets to see it: for those who may, with a recent sign-in. */
function checkKeyInCallbacks(deps: StoreDeps, author: SignedInAuthor): void {
  if (!mayRole(author.account.role, 'secrets')) throw new AppError('role_forbids');
  const refusal = stepUpRefusal(author, 'keys', deps.clocks.real.now());
  if (refusal !== undefined) throw new AppError(refusal);
}

export async function changeStore(deps: StoreDeps, author: SignedInAuthor, id: StoreId, changes: StoreChanges): Promise<Store> {
  const { userId } = author;
  const { keyInCallbacks } = changes;
  const store = await deps.db.transaction(async (tx) => {
    const before = await lockStore(tx, userId, id);
    if (keyInCallbacks !== undefined && keyInCallbacks !== before.keyInCallbacks) {
      checkKeyInCallbacks(deps, author);
      const action = keyInCallbacks ? 'key-in-callbacks.on' : 'key-in-callbacks.off';
      await recordAudit(deps.outbox, tx, author, { action, subject: id, detail: { store: before.name } });
    }
    const after = assertDefined(await updateStore(tx, userId, id, changes), 'the store that was locked');
    const work = { action: 'store.changed', subject: id, userId, detail: { store: after.name } } as const;
    await recordSettings(tx, work, settingsOf(before), settingsOf(after));
    afterCommit(tx, deps.announceChange);
    return after;
  });
  return toStoreWire(deps, store, await findExposedSecrets(deps, deps.db.query, userId, [store]));
}

/** Its open invoices stay payable: they hold copies of what they need, and their addresses stay watched. */
export async function deleteStore(deps: StoreDeps, author: Author, id: StoreId): Promise<void> {
  const { userId } = author;
  await deps.db.transaction(async (tx: Tx) => {
    await lockStoreAddresses(tx, id);
    const store = await findStore(tx, userId, id);
    if (store === undefined || !(await markStoreDeleted(tx, userId, id, deps.clocks.business.now()))) throw new AppError('not_found');
    for (const wallet of await listWallets(tx, id)) await dropWallet(tx, deps, wallet);
    await recordAudit(deps.outbox, tx, author, { action: 'store.deleted', subject: id, detail: { store: store.name } });
    afterCommit(tx, deps.announceChange);
  });
  deps.log.info({ userId, storeId: id }, 'store deleted');
}

export async function refreshApiKey(deps: StoreDeps, author: Author, id: StoreId): Promise<string> {
  const { userId } = author;
  const apiKey = newApiKey();
  await deps.db.transaction(async (tx) => {
    const store = await lockStore(tx, userId, id);
    const before = openApiKey(deps.secrets, assertDefined(store.apiKeySealed, 'the API key of a store that is not deleted'));
    await replaceApiKey(tx, userId, id, sealApiKey(deps.secrets, apiKey));
    const change = { detail: { store: store.name }, before: { apiKey: before }, after: { apiKey } };
    await recordAudit(deps.outbox, tx, author, { action: 'api-key.renewed', subject: id, ...change });
    afterCommit(tx, deps.announceChange);
  });
  deps.log.info({ userId, storeId: id }, 'API key replaced');
  return apiKey;
}

export async function refreshCallbackSecret(deps: StoreDeps, author: Author, id: StoreId): Promise<string> {
  const { userId } = author;
  const callbackSecret = newCallbackSecret();
  const oldUntil = new Date(deps.clocks.real.now().getTime() + SECRET_OVERLAP_MS);
  await deps.db.transaction(async (tx) => {
    const store = await lockStore(tx, userId, id);
    const before = openCallbackSecret(deps.secrets, store.callbackSecretSealed);
    await replaceCallbackSecret(tx, userId, id, sealCallbackSecret(deps.secrets, callbackSecret), oldUntil);
    const change = { detail: { store: store.name }, before: { callbackSecret: before }, after: { callbackSecret } };
    await recordAudit(deps.outbox, tx, author, { action: 'callback-secret.renewed', subject: id, ...change });
  });
  deps.log.info({ userId, storeId: id }, 'callback secret replaced');
  return callbackSecret;
}
