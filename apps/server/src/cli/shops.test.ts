import { expect, test } from 'vitest';
import { startTestApp } from '../../test/app';
import { openShop, order } from '../../test/shop';
import { addWallet, evmAddress, NETWORK_ENV, newStore } from '../../test/stores';
import { readShops } from './shops';

test('addresses and the invoices of the busiest day are counted by family, and a new shop counts as a small one', async () => {
  const app = await startTestApp({ env: NETWORK_ENV });
  const shop = await openShop(app, ['BEP20']);
  for (let n = 1; n <= 24; n += 1) await addWallet(shop.merchant, (await newStore(shop.merchant, `Shop ${n}`)).id, 'BEP20', evmAddress(n));
  for (let n = 0; n < 21; n += 1) await order(app, shop, `${n + 1}`);
  const { load, text } = await readShops(app.platform.db);
  expect([load.addresses('BEP20'), load.addresses('POLYGON'), load.addresses('TRON')]).toEqual([25, 25, 20]);
  // An open invoice opens every network of its family.
  expect([load.invoicesPerDay('BEP20'), load.invoicesPerDay('ERC20'), load.invoicesPerDay('TRON')]).toEqual([21, 21, 20]);
  expect(text).toBe('25 stores, 25 addresses, 21 invoices on the busiest of 7 days; at least 20 and 20 are assumed');
});
