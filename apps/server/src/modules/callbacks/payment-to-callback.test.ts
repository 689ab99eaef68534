import type { AddressInfo } from 'node:net';
import type { StoreDetails } from '@stablegate/contract';
import { beforeAll, expect, test, vi } from 'vitest';
import { verifyCallback } from '../../../../../packages/sdk/src/callbacks/verify-callback';
import { createClient } from '../../../../../packages/sdk/src/client';
import { startTestApp, type TestApp } from '../../../test/app';
import { startTestChain, type TestChain } from '../../../test/parts/chain';
import { startReceiver } from '../../../test/parts/receiver';
import { addWallet, evmAddress, giveBalance, newMerchant, newStore } from '../../../test/stores';
import { systemClock } from '../../platform/clock';

/** End to end: a shop's server with the SDK, a customer on the chain, the watcher, the callback. */
let app: TestApp;
let chain: TestChain;
let aheadMs = 0;
const TO = evmAddress(0x7501);
const BEP20_UNIT = 10n ** 12n;

beforeAll(async () => {
  chain = await startTestChain();
  const business = { now: () => new Date(systemClock.now().getTime() + aheadMs) };
  app = await startTestApp({
    networks: [chain.settings('BEP20')],
    clocks: { business, real: systemClock },
    roles: ['api', 'worker', 'watcher'],
  });
});

test('F28: a payment on the chain becomes SUCCESS, with a callback that the SDK accepts; the same order days later is that invoice', async () => {
  const receiver = await startReceiver((response) => response.writeHead(200).end('{"status":"ok","message":"received"}'));
  const merchant = await newMerchant(app, 'whole_way');
  const { id } = await newStore(merchant);
  await addWallet(merchant, id, 'BEP20', TO);
  await giveBalance(app, merchant.userId, 10_000_000n);
  const { store } = (await merchant.get(`/store/${id}`)).json<StoreDetails>();
  const { port } = app.server.server.address() as AddressInfo;
  const shop = createClient({ apiKey: store.apiKey, baseUrl: `http://127.0.0.1:${port}` });

  const order = { name: 'Green tea', amount: '12.5', request_id: 'order-1', callback_url: `${receiver.url}/paid` };
  const created = await shop.createInvoice(order);
  expect(created).toMatchObject({ amount: '12.500000', status: 'pending' });
  expect((await shop.getInvoice(created.trans_id)).payable).toBe('12.562500');

  const { txHash } = await chain.pay('BEP20', TO, 12_562_500n * BEP20_UNIT);
  await vi.waitFor(
    async () => {
      await chain.mine();
      expect((await shop.getInvoice(created.trans_id)).status).toBe('completed');
    },
    { timeout: 30_000, interval: 100 },
  );
  const [arrived] = await receiver.waitFor('/paid', 1, 15_000);
  if (arrived === undefined) throw new Error('nothing came');
  const verified = verifyCallback({
    headers: arrived.headers,
    body: arrived.body,
    secret: store.callbackSecret,
    merchantId: store.merchantId,
    apiKey: store.apiKey,
  });
  expect(verified).toMatchObject({
    ok: true,
    callback: { request_id: 'order-1', status: 'completed', amount: '12.500000', trans_id: created.trans_id, trans_hash: txHash },
  });
  const tampered = verifyCallback({ headers: arrived.headers, body: arrived.body.replace('12.5', '99.5'), secret: store.callbackSecret });
  expect(tampered).toEqual({ ok: false, fault: 'bad_signature' });

  await vi.waitFor(async () => {
    const details = (await merchant.get(`/invoice/${created.trans_id}`)).json();
    expect(details).toMatchObject({ status: 'SUCCESS', callbackState: 'delivered', nextCallbackAt: null });
    const events = details.timeline.map(({ event }: { event: string }) => event);
    expect(events).toEqual(['created', 'seen', 'final', 'completed', 'callback_delivered']);
  }, 10_000);
  expect((await app.services.ledger.getBalance(merchant.userId)).balance).toBe(10_000_000n - 62_500n);

  aheadMs = 3 * 24 * 60 * 60_000;
  expect(await shop.createInvoice(order)).toEqual(created);
  await expect(shop.createInvoice({ ...order, amount: '13' })).rejects.toMatchObject({ code: 'request_id_reused' });
}, 90_000);
