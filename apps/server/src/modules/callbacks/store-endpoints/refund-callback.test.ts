import { CALLBACK_EVENT_TYPES, type CallbackEndpoint, type CallbackEvent, callbackEventSchema } from '@stablegate/contract';
import { beforeAll, expect, test, vi } from 'vitest';
import { verifyCallback } from '../../../../../../packages/sdk/src/callbacks';
import { startTestApp, type TestApp } from '../../../../test/app';
import { startTestChain, type TestChain } from '../../../../test/parts/chain';
import { type Received, type Receiver, startReceiver } from '../../../../test/parts/receiver';
import { OVER, overpaidInvoice, type Paid, planned, refundConfirmed, report } from '../../../../test/refunds';
import { order, rawOf } from '../../../../test/shop';

let app: TestApp;
let chain: TestChain;
let receiver: Receiver;
beforeAll(async () => {
  chain = await startTestChain();
  receiver = await startReceiver((response) => response.end('{"status":"success","message":"OK"}'));
  app = await startTestApp({ networks: [chain.settings('BEP20')], roles: ['worker'] });
});

async function addEndpoint({ shop }: Paid, name: string, body: object): Promise<CallbackEndpoint> {
  const answer = await shop.merchant.post(`/store/${shop.storeId}/endpoints`, { url: `${receiver.url}/${name}`, ...body });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const at = (name: string): Received[] => receiver.received.filter(({ path }) => path === `/${name}`);
const parsed = ({ body }: Received): CallbackEvent => callbackEventSchema.parse(JSON.parse(body));

test('a confirmed refund is delivered once, signed, with its facts, to the endpoints that asked for it and to no other', async () => {
  const paid = await overpaidInvoice(app);
  const { shop, transId, payer } = paid;
  const asked = await addEndpoint(paid, 'asked', { version: '2', events: ['invoice.refunded'] });
  await addEndpoint(paid, 'others', { version: '2', events: CALLBACK_EVENT_TYPES.filter((type) => type !== 'invoice.refunded') });
  await addEndpoint(paid, 'specified', { version: '1', events: ['invoice.completed', 'invoice.expired'] });
  await addEndpoint(paid, 'off', { version: '2', events: ['invoice.refunded'], enabled: false });

  const refund = await planned(paid);
  const { txHash } = await chain.pay('BEP20', payer, rawOf('BEP20', OVER));
  expect(await report(paid, refund, txHash)).toMatchObject({ status: 'seen' });
  expect(at('asked')).toEqual([]); // nothing before it is final
  await refundConfirmed(app, chain, paid, refund);
  const [got] = await receiver.waitFor('/asked');
  if (got === undefined) throw new Error('nothing came');

  const { headers, body } = got;
  expect(verifyCallback({ headers, body, secret: asked.secret })).toMatchObject({ ok: true });
  expect(verifyCallback({ headers, body: body.replace('7.5', '9.5'), secret: asked.secret })).toEqual({
    ok: false,
    fault: 'bad_signature',
  });
  const event = parsed(got);
  const facts = { id: refund.id, amount: '7.500000', network: 'BEP20', to_address: payer, trans_hash: txHash, reason: 'overpaid' };
  expect(event).toMatchObject({
    type: 'invoice.refunded',
    test: false,
    refund: { ...facts, from_address: expect.stringMatching(/^0x/), confirmed_at: expect.any(String) },
    data: { trans_id: transId, status: 'completed', network: 'BEP20', amount: '50.000000', paid: '57.750000', refunded: '7.500000' },
  });
  expect((await shop.api.get('/payment/events?type=invoice.refunded')).json().data).toEqual([event]);
  expect(body).not.toContain(shop.apiKey);

  // A later event that the others did ask for comes after whatever was queued before it.
  const next = await order(app, shop, '5');
  await shop.api.post(`/payment/invoice/${next.transId}/cancel`);
  await vi.waitFor(() => expect(at('others').map((each) => parsed(each).type)).toEqual(['invoice.expired']), { timeout: 20_000 });
  const [specified] = await receiver.waitFor('/specified');
  expect(JSON.parse(specified?.body ?? '')).toMatchObject({ status: 'expired', trans_id: next.transId });
  expect([at('asked').length, at('specified').length, at('off').length]).toEqual([1, 1, 0]);
}, 120_000);
