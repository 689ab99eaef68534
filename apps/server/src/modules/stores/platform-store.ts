import { NETWORKS, type Network } from '@stablegate/contract';
import { AppError } from '../../platform/app-error';
import type { Tx } from '../../platform/db';
import { newId } from '../../platform/ids';
import type { StorePrincipal } from '../../platform/principal';
import { getOwnStore } from './store-access';
import { newApiKey, newCallbackSecret, newMerchantId, sealApiKey, sealCallbackSecret } from './store-secrets';
import { findStore, insertStore } from './stores.queries';
import type { StoreDeps } from './stores.service';
import { dropWallet } from './wallets';
import { insertWallet, listWallets, lockStoreAddresses } from './wallets.queries';

export type PlatformAddresses = Readonly<Partial<Record<Network, string>>>;

/** There is one. Its name stands on the payment page of every top-up. */
export const PLATFORM_STORE_ID = 'str_platform';
const NAME = 'Stablegate';
const EXPIRY_MINUTES = 60;

/** The caller holds the lock on the store's addresses, so that two processes that start together make one. */
async function createIfMissing(deps: StoreDeps, tx: Tx): Promise<void> {
  if ((await findStore(tx, null, PLATFORM_STORE_ID)) !== undefined) return;
  const { sealed, fingerprint } = sealApiKey(deps.secrets, newApiKey()); // nobody is ever told: it opens nothing
  await insertStore(tx, {
    id: PLATFORM_STORE_ID,
    userId: null,
    name: NAME,
    merchantId: newMerchantId(),
    invoiceExpiryMinutes: EXPIRY_MINUTES,
    apiKeySealed: sealed,
    apiKeyFingerprint: fingerprint,
    callbackSecretSealed: sealCallbackSecret(deps.secrets, newCallbackSecret()),
    createdAt: deps.clocks.business.now(),
  });
}

/** One network's address becomes the configured one. What the old one still has to receive stays watched by its invoices. */
async function setAddress(deps: StoreDeps, tx: Tx, network: Network, address: string | undefined): Promise<void> {
  const parsed = address === undefined ? undefined : deps.addresses.parseAddress(network, address);
  if (address !== undefined && parsed === undefined) throw new Error(`PLATFORM_ADDRESS_${network} is not an address of that network.`);
  const current = (await listWallets(tx, PLATFORM_STORE_ID)).find((wallet) => wallet.network === network);
  if (current?.addressKey === parsed?.key) return;
  if (current !== undefined) await dropWallet(tx, deps, current);
  if (parsed === undefined) return;
  const now = deps.clocks.business.now();
  const { family, key, display } = parsed;
  const wallet = { id: newId('wal', now), storeId: PLATFORM_STORE_ID, network, family, addressKey: key, address: display };
  await deps.addresses.claimAddress(tx, 'platform', network, display);
  await deps.addresses.watchAddresses(tx, 'wallet', wallet.id, [{ network, address: display }]);
  await insertWallet(tx, wallet, now);
}

/** Network by network: an address that a user has registered before keeps only its own network from being offered. */
export async function ensurePlatformStore(deps: StoreDeps, addresses: PlatformAddresses): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockStoreAddresses(tx, PLATFORM_STORE_ID);
    await createIfMissing(deps, tx);
  });
  for (const network of NETWORKS) {
    try {
      await deps.db.transaction(async (tx) => {
        await lockStoreAddresses(tx, PLATFORM_STORE_ID);
        await setAddress(deps, tx, network, addresses[network]);
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'address_in_use') throw error;
      deps.log.error({ network }, "the platform's address belongs to a user: top-ups on this network are off (see release-address)");
    }
  }
}

export async function findPlatformStore(deps: StoreDeps): Promise<StorePrincipal | undefined> {
  const wallets = await listWallets(deps.db.query, PLATFORM_STORE_ID);
  return wallets.length === 0 ? undefined : getOwnStore(deps, null, PLATFORM_STORE_ID);
}
