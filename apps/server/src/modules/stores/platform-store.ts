import { NETWORKS, type Network } from '@stablegate/contract';
import { AppError } from '../../platform/app-error';
import { insertAudit } from '../../platform/audit';
import type { Tx } from '../../platform/db/db';
import { asStoreId } from '../../platform/id-types';
import { newId } from '../../platform/ids';
import type { StorePrincipal } from '../../platform/principal';
import type { ParsedAddress } from '../chains/chains.service';
import { dropWallet } from './address-changes';
import { parseAddress } from './check-address';
import { getOwnStore } from './store-access';
import type { OperatorCall } from './store-operators';
import { newApiKey, newCallbackSecret, newMerchantId, sealApiKey, sealCallbackSecret } from './store-secrets';
import type { StoreDeps } from './stores.deps';
import { findStore, insertStore } from './stores.queries';
import { insertWallet, listWallets, lockStoreAddresses } from './wallets.queries';

export type PlatformAddresses = Readonly<Partial<Record<Network, string>>>;

/** There is exactly one. Its name appears on the payment page of every deposit. */
export const PLATFORM_STORE_ID = asStoreId('str_platform');
const NAME = 'Stablegate';
const EXPIRY_MINUTES = 60;

/** The caller holds the lock on the store's addresses, so that two concurrent starts create one. */
async function createIfMissing(deps: StoreDeps, tx: Tx): Promise<void> {
  if ((await findStore(tx, null, PLATFORM_STORE_ID)) !== undefined) return;
  const { sealed, fingerprint } = sealApiKey(deps.secrets, newApiKey()); // never disclosed: it gives no access
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

/** The platform's claim to one address on one network. It outlives the wallet: see docs/adr/0026. */
const claimRef = (network: Network, addressKey: string): string => `${network}:${addressKey}`;

function parsePlatformAddress(deps: StoreDeps, network: Network, text: string): ParsedAddress {
  try {
    return parseAddress(deps, network, text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new Error(`PLATFORM_ADDRESS_${network} cannot be used. ${error.message}`, { cause: error });
  }
}

/** The caller holds the lock on the store's addresses. The previous address stays claimed and watched. */
async function useAddress(deps: StoreDeps, tx: Tx, network: Network, { family, key, display }: ParsedAddress): Promise<void> {
  const current = (await listWallets(tx, PLATFORM_STORE_ID)).find((wallet) => wallet.network === network);
  await deps.addresses.claimAddress(tx, 'platform', network, display);
  await deps.addresses.watchAddresses(tx, 'platform', claimRef(network, key), [{ network, address: display }]);
  if (current?.addressKey === key) return;
  if (current !== undefined) await dropWallet(tx, deps, current);
  const now = deps.clocks.business.now();
  const wallet = { id: newId('wallet', now), storeId: PLATFORM_STORE_ID, network, family, addressKey: key, address: display };
  await deps.addresses.watchAddresses(tx, 'wallet', wallet.id, [{ network, address: display }]);
  await insertWallet(tx, wallet, now);
}

type Outcome = 'used' | 'retired';

/**
 * Configuration cannot restore an address that was replaced: of two processes with different configurations, the outdated one changes
 * nothing, in whatever order they start.
 */
async function configureAddress(deps: StoreDeps, tx: Tx, network: Network, address: ParsedAddress): Promise<Outcome> {
  const wallets = await listWallets(tx, PLATFORM_STORE_ID);
  const isReplaced = wallets.some((wallet) => wallet.network === network && wallet.addressKey !== address.key);
  if (isReplaced && (await deps.addresses.hasWatch(tx, 'platform', claimRef(network, address.key)))) return 'retired';
  await useAddress(deps, tx, network, address);
  return 'used';
}

/**
 * Configured networks only: a process without a platform address leaves the stored one unchanged. An address that a user registered before
 * disables only its own network.
 */
export async function ensurePlatformStore(deps: StoreDeps, addresses: PlatformAddresses): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockStoreAddresses(tx, PLATFORM_STORE_ID);
    await createIfMissing(deps, tx);
  });
  for (const network of NETWORKS) {
    const text = addresses[network];
    if (text === undefined) continue;
    const address = parsePlatformAddress(deps, network, text);
    try {
      const outcome = await deps.db.transaction(async (tx) => {
        await lockStoreAddresses(tx, PLATFORM_STORE_ID);
        return configureAddress(deps, tx, network, address);
      });
      if (outcome === 'retired')
        deps.log.error({ network }, 'PLATFORM_ADDRESS names an address that was replaced since: ignored (see platform-address)');
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'address_in_use') throw error;
      deps.log.error({ network }, "the platform's address belongs to a user: ignored (see release-address)");
    }
  }
}

export type PlatformAddressCall = OperatorCall & { readonly network: Network; readonly address: string };

/** The operator's command overrides the configuration: it also restores a retired address. */
export async function usePlatformAddress(deps: StoreDeps, call: PlatformAddressCall): Promise<void> {
  const address = parseAddress(deps, call.network, call.address);
  await deps.db.transaction(async (tx) => {
    await lockStoreAddresses(tx, PLATFORM_STORE_ID);
    await createIfMissing(deps, tx);
    await useAddress(deps, tx, call.network, address);
    const detail = { network: call.network, reason: call.reason ?? null };
    await insertAudit(tx, { actor: call.actor, action: 'operator.platform-address', subject: `${address.family}:${address.key}`, detail });
  });
}

export async function listPlatformNetworks(deps: StoreDeps): Promise<Network[]> {
  const wallets = await listWallets(deps.db.query, PLATFORM_STORE_ID);
  const enabled = deps.addresses.networks.filter((settings) => settings.enabled).map(({ network }) => network);
  return NETWORKS.filter((network) => enabled.includes(network) && wallets.some((wallet) => wallet.network === network));
}

export async function findPlatformStore(deps: StoreDeps): Promise<StorePrincipal | undefined> {
  const wallets = await listWallets(deps.db.query, PLATFORM_STORE_ID);
  return wallets.length === 0 ? undefined : getOwnStore(deps.db.query, null, PLATFORM_STORE_ID);
}
