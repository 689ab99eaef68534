import type { OwnAuditEntry, TimelineEntry } from '@stablegate/contract';
import { beforeAll, expect, test } from 'vitest';
import { newMember } from '../../../../test/admins';
import { startTestApp, type TestApp } from '../../../../test/app';
import { arrive, finalise, orderWithPart } from '../../../../test/arrivals';
import { openShop, order } from '../../../../test/shop';
import { callApi, type Merchant, NETWORK_ENV } from '../../../../test/stores';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
});

const logOf = async (owner: Merchant): Promise<OwnAuditEntry[]> => (await owner.get('/audit-log?size=100')).json().content;
const decisionsOf = async (owner: Merchant) =>
  (await logOf(owner))
    .filter(({ action }) => /^(invoice|transfer)\./.test(action))
    .map(({ actor, action, detail }) => [actor, action, detail.transId ?? detail.reason]);
const timelineOf = async (owner: Merchant, transId: string): Promise<(readonly [string, string | null])[]> =>
  (await owner.get(`/invoice/${transId}`)).json<{ timeline: TimelineEntry[] }>().timeline.map(({ event, actor }) => [event, actor]);

test('who assigned, took away, dismissed, restored and accepted is in the log of the owner and in the timeline', async () => {
  const shop = await openShop(app);
  const { merchant } = shop;
  const member = await newMember(app, merchant, 'who_support', 'support');
  const { transId, part } = await orderWithPart(app, shop, 10_000n);
  const path = `/transfers/${part.id}`;
  expect((await member.post(`${path}/dismiss`, { reason: 'a test of ours' })).statusCode).toBe(200);
  expect((await merchant.post(`${path}/restore`)).statusCode).toBe(200);
  expect((await member.post(`${path}/assign`, { transId })).statusCode).toBe(200);
  expect((await member.post(`${path}/unassign`)).statusCode).toBe(200);
  expect((await member.post(`${path}/assign`, { transId, acceptPartial: true })).json()).toMatchObject({ state: 'matched' });
  const { username: owner } = await app.platform.db.query
    .selectFrom('users')
    .select('username')
    .where('id', '=', merchant.userId)
    .executeTakeFirstOrThrow();
  expect(await decisionsOf(merchant)).toEqual([
    ['who_support', 'invoice.accepted', transId],
    ['who_support', 'transfer.assigned', transId],
    ['who_support', 'transfer.unassigned', transId],
    ['who_support', 'transfer.assigned', transId],
    [owner, 'transfer.restored', undefined],
    ['who_support', 'transfer.dismissed', 'a test of ours'],
  ]);
  const [accepted, assigned] = await logOf(merchant);
  expect(accepted).toMatchObject({ ip: '127.0.0.1', detail: { transId, paid: '0.010000', payable: '100.500000' } });
  expect(assigned?.detail).toEqual({ transId, amount: '0.010000', network: 'BEP20', txHash: part.txHash });
  const timeline = await timelineOf(merchant, transId);
  expect(timeline.filter(([event]) => event === 'completed')).toEqual([['completed', 'who_support']]);
});

test('an API key is named; what nobody decided names nobody', async () => {
  const shop = await openShop(app);
  const { merchant, storeId } = shop;
  const { apiKey } = (await merchant.post(`/store/${storeId}/keys`, { name: 'Till 2', scopes: ['create', 'cancel'] })).json();
  const till = callApi(app, apiKey);
  const made = await till.post('/payment/invoice', { name: 'Tea', amount: '20', request_id: 'till-1' });
  expect(made.statusCode, made.body).toBe(201);
  const { trans_id: transId } = made.json().data;
  expect((await till.post(`/payment/invoice/${transId}/cancel`)).statusCode).toBe(200);
  expect(await timelineOf(merchant, transId)).toEqual([
    ['created', 'API key: Till 2'],
    ['expired', 'API key: Till 2'],
  ]);
  const [entry] = await logOf(merchant);
  expect(entry).toMatchObject({ actor: 'API key: Till 2', action: 'invoice.cancelled', device: null, detail: { payable: '20.100000' } });

  const paid = await order(app, shop, '30');
  await finalise(app, [await arrive(app, { to: shop.addresses.BEP20 ?? '', micros: paid.payable })]);
  const timeline = await timelineOf(merchant, paid.transId);
  expect(timeline.filter(([event]) => event === 'seen' || event === 'completed')).toEqual([
    ['seen', null],
    ['completed', null],
  ]);
});
