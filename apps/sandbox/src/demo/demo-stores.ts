import type { Network, Store } from '@stablegate/contract';
import type { App } from '@stablegate/server/app';
import { asStoreId, type StoreId, type UserId } from '@stablegate/server/platform/id-types';
import { addressesOf } from '../networks/made-up-addresses';

export type DemoStore = Store & { readonly id: StoreId; readonly addresses: Readonly<Record<Network, string>> };

const NAMES = ['Hanoi Roasters (demo)', 'Roasters Wholesale (demo)'] as const;

/** Two shops with an address on every network, created like a merchant's. */
export async function openDemoStores(app: App, userId: UserId): Promise<DemoStore[]> {
  const stores: DemoStore[] = [];
  const signedIn = { account: { role: 'owner', secondFactorFor: [] }, confirmedAt: new Date(), secondFactorAt: undefined } as const;
  const owner = { userId, ip: '127.0.0.1', device: 'Sandbox', ...signedIn };
  for (const name of NAMES) {
    const store = await app.services.stores.create(userId, { name, invoiceExpiryMinutes: 60 });
    const storeId = asStoreId(store.id);
    await app.services.stores.change(owner, storeId, {
      name,
      note: 'Demo data of the sandbox: these payments never happened on a chain.',
    });
    const addresses = addressesOf(name);
    for (const [network, address] of Object.entries(addresses) as [Network, string][]) {
      await app.services.stores.addWallet(owner, { storeId, network, address, confirmed: true });
    }
    stores.push({ ...store, id: storeId, addresses });
  }
  return stores;
}
