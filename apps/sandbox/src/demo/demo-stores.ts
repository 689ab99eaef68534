import { createHash } from 'node:crypto';
import { base58, createBase58check } from '@scure/base';
import type { Network, Store } from '@stablegate/contract';
import type { App } from '@stablegate/server/app';
import { asStoreId, type StoreId, type UserId } from '@stablegate/server/platform/id-types';
import { getAddress } from 'viem';

export type DemoStore = Store & { readonly id: StoreId; readonly addresses: Readonly<Record<Network, string>> };

const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest();
const base58check = createBase58check((data) => sha256(data));

/** Addresses without keys: payments in the sandbox only have to be seen. */
export function addressesOf(name: string): Record<Network, string> {
  const evm = `0x${sha256(`stablegate demo ${name} evm`).subarray(0, 20).toString('hex')}`;
  const tron = base58check.encode(
    Uint8Array.from(Buffer.concat([Buffer.from([0x41]), sha256(`stablegate demo ${name} tron`).subarray(0, 20)])),
  );
  const address = getAddress(evm);
  const solana = base58.encode(Uint8Array.from(sha256(`stablegate demo ${name} solana`)));
  return { BEP20: address, ERC20: address, POLYGON: address, TRON: tron, SOLANA: solana };
}

const NAMES = ['Hanoi Roasters (demo)', 'Roasters Wholesale (demo)'] as const;

/** Two shops with an address on every network, created like a merchant's. */
export async function openDemoStores(app: App, userId: UserId): Promise<DemoStore[]> {
  const stores: DemoStore[] = [];
  for (const name of NAMES) {
    const store = await app.services.stores.create(userId, { name, invoiceExpiryMinutes: 60 });
    const storeId = asStoreId(store.id);
    await app.services.stores.change(userId, storeId, {
      name,
      note: 'Demo data of the sandbox: these payments never happened on a chain.',
    });
    const addresses = addressesOf(name);
    for (const [network, address] of Object.entries(addresses) as [Network, string][]) {
      await app.services.stores.addWallet({ userId, ip: '127.0.0.1', device: 'Sandbox' }, { storeId, network, address, confirmed: true });
    }
    stores.push({ ...store, id: storeId, addresses });
  }
  return stores;
}
