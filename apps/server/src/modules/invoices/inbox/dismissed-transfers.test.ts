import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { arrive, bringBack, stateOf, takeBack } from '../../../../test/arrivals';
import { invoiceRow, openShop, order } from '../../../../test/shop';
import { NETWORK_ENV } from '../../../../test/stores';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
});

test('a dismissed transfer that is reorged and returns stays dismissed, with its reason, until it is restored', async () => {
  const shop = await openShop(app);
  const to = shop.addresses.BEP20 ?? '';
  const { transId } = await order(app, shop, '100');
  const gift = await arrive(app, { to, micros: 40_000_000n });
  expect((await shop.merchant.post(`/transfers/${gift.id}/dismiss`, { reason: 'a gift' })).statusCode).toBe(200);
  for (let round = 0; round < 2; round += 1) {
    await takeBack(app, gift);
    expect(await stateOf(app, gift)).toBe('reorged');
    await bringBack(app, gift);
    const [item] = (await shop.merchant.get('/transfers?state=ignored')).json().content;
    expect(item).toMatchObject({ id: gift.id, state: 'ignored', reason: 'a gift' });
  }
  expect((await shop.merchant.post(`/transfers/${gift.id}/restore`)).json()).toMatchObject({ state: 'unmatched' });
  await takeBack(app, gift);
  await bringBack(app, gift);
  expect(await stateOf(app, gift)).toBe('unmatched');
  expect(await invoiceRow(app, transId)).toMatchObject({ paid: 0n });
});

test('a payment that the owner detached stays detached when its block is replaced', async () => {
  const shop = await openShop(app);
  const { transId, payable } = await order(app, shop, '100');
  const paid = await arrive(app, { to: shop.addresses.BEP20 ?? '', micros: payable });
  expect((await shop.merchant.post(`/transfers/${paid.id}/unassign`)).statusCode).toBe(200);
  await takeBack(app, paid);
  await bringBack(app, paid);
  expect(await stateOf(app, paid)).toBe('unmatched');
  expect(await invoiceRow(app, transId)).toMatchObject({ status: 'WAITING', paid: 0n });
});
