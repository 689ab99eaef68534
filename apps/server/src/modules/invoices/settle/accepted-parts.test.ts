import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { arrive, bringBack, finalise, takeBack } from '../../../../test/arrivals';
import { expectSound, invoiceRow, openShop, order, topicsOfInvoice } from '../../../../test/shop';
import { NETWORK_ENV } from '../../../../test/stores';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
});

const USDT = 1_000_000n;
const START = 1_000n * USDT;
const FEE = 500_000n;

test('an accepted part is not reversed when a later one vanishes; when it vanishes itself it is, and restored when it returns', async () => {
  const shop = await openShop(app);
  const to = shop.addresses.BEP20 ?? '';
  const balance = async () => (await app.services.ledger.getBalance(shop.merchant.userId)).balance;
  const { transId } = await order(app, shop, '100');
  const part = await arrive(app, { to, micros: 98n * USDT });
  await finalise(app, [part]);
  expect((await shop.merchant.post(`/invoice/${transId}/accept`)).statusCode).toBe(200);
  const more = await arrive(app, { to, micros: 1n * USDT });
  await finalise(app, [more]);
  expect(await invoiceRow(app, transId)).toMatchObject({ status: 'SUCCESS', paid: 99n * USDT, accepted: 98n * USDT });

  await takeBack(app, more);
  const flags = ['paidPartial', 'resolvedByHand'];
  expect(await invoiceRow(app, transId)).toMatchObject({ status: 'SUCCESS', flags, paid: 98n * USDT });
  expect(await balance()).toBe(START - FEE);
  expect(await topicsOfInvoice(app, transId)).not.toContain('reversed');

  await takeBack(app, part);
  expect(await invoiceRow(app, transId)).toMatchObject({ flags: [...flags, 'reversed'], paid: 0n });
  expect(await balance()).toBe(START);
  await finalise(app, [await bringBack(app, part)]);
  expect(await invoiceRow(app, transId)).toMatchObject({ status: 'SUCCESS', flags, paid: 98n * USDT });
  expect(await balance()).toBe(START - FEE);
  await expectSound(app);
});

test('what an acceptance waits for is what was accepted: an extra part that vanishes does not void it', async () => {
  const shop = await openShop(app);
  const to = shop.addresses.BEP20 ?? '';
  const { transId } = await order(app, shop, '100');
  const part = await arrive(app, { to, micros: 98n * USDT });
  expect((await shop.merchant.post(`/invoice/${transId}/accept`)).json()).toMatchObject({ status: 'PROCESSING' });
  const more = await arrive(app, { to, micros: 1n * USDT });
  await takeBack(app, more);
  expect(await invoiceRow(app, transId)).toMatchObject({ status: 'PROCESSING', paid: 98n * USDT, accepted: 98n * USDT });
  await finalise(app, [part]);
  expect(await invoiceRow(app, transId)).toMatchObject({ status: 'SUCCESS', paid: 98n * USDT });

  const other = await openShop(app);
  const second = await order(app, other, '100');
  const gone = await arrive(app, { to: other.addresses.BEP20 ?? '', micros: 98n * USDT });
  await other.merchant.post(`/invoice/${second.transId}/accept`);
  await takeBack(app, gone);
  expect(await invoiceRow(app, second.transId)).toMatchObject({ status: 'WAITING', flags: [], paid: 0n, accepted: null });
  await expectSound(app);
});
