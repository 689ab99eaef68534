import { type InvoiceRefunds, invoiceRefundSchema, invoiceRefundsSchema, plannedRefundSchema } from '@stablegate/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createClient } from '../../../../../../packages/sdk/src/client';
import { startTestApp, type TestApp } from '../../../../test/app';
import { startTestChain, type TestChain } from '../../../../test/parts/chain';
import { OVER, overpaidInvoice, type Paid, planned, refundConfirmed } from '../../../../test/refunds';
import { rawOf } from '../../../../test/shop';
import { callApi } from '../../../../test/stores';
import { newEvmKey } from '../../../../test/wallet-keys';

let app: TestApp;
let chain: TestChain;
let paid: Paid;
beforeAll(async () => {
  chain = await startTestChain();
  app = await startTestApp({ networks: [chain.settings('BEP20')] });
  paid = await overpaidInvoice(app);
});

const path = ({ transId }: Paid) => `/payment/invoice/${transId}/refunds`;
const list = async (of: Paid): Promise<InvoiceRefunds> => invoiceRefundsSchema.parse((await of.shop.api.get(path(of))).json().data);
const plan = (of: Paid, request_id: string, more: object = {}) =>
  of.shop.api.post(path(of), { request_id, network: 'BEP20', address: of.payer, amount: '7.5', reason: 'overpaid', ...more });

test('a shop’s server plans, sends, names the hash, and reads the proof, all by key with the SDK', async () => {
  const { shop, transId, payer } = paid;
  const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const sdk = createClient({ baseUrl: address, apiKey: shop.apiKey });
  const { suggestions, left } = await sdk.listRefunds(transId);
  expect(left).toBe('57.750000');
  expect(suggestions[0]).toEqual({ reason: 'double', amount: '7.500000', network: 'BEP20', to_address: payer });

  const order = { request_id: 'back-1', network: 'BEP20', address: payer, amount: '7.5', reason: 'overpaid' } as const;
  const refund = await sdk.planRefund(transId, order);
  expect(refund).toMatchObject({ request_id: 'back-1', status: 'planned', amount: '7.500000', trans_hash: null, warnings: [] });
  const { txHash } = await chain.pay('BEP20', payer, rawOf('BEP20', OVER));
  expect(await sdk.reportRefund(transId, refund.id, txHash)).toMatchObject({ status: 'seen', trans_hash: txHash, request_id: 'back-1' });
  // As after a lost answer: the same again is no mistake, another hash is.
  expect(await sdk.reportRefund(transId, refund.id, txHash.toUpperCase().replace('0X', ''))).toMatchObject({ status: 'seen' });
  await expect(sdk.reportRefund(transId, refund.id, `0x${'ab'.repeat(32)}`)).rejects.toMatchObject({ code: 'refund_not_open' });
  await expect(sdk.cancelRefund(transId, refund.id)).rejects.toMatchObject({ code: 'refund_not_open' });
  await refundConfirmed(app, chain, paid, refund);
  const after = await sdk.listRefunds(transId);
  expect(after).toMatchObject({ refunded: '7.500000', left: '50.250000', refunds: [{ id: refund.id, status: 'confirmed' }] });
  expect(after.refunds[0]).toMatchObject({ confirmed_at: expect.any(String), from_address: expect.stringMatching(/^0x/) });
  expect(await sdk.reportRefund(transId, refund.id, txHash)).toMatchObject({ status: 'confirmed' });
}, 120_000);

test('the same request_id returns the same refund, also from two calls at once; other values are refused', async () => {
  const before = (await list(paid)).refunds.length;
  const both = await Promise.all([plan(paid, 'twice'), plan(paid, 'twice')]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 201]);
  const [first, second] = both.map((answer) => plannedRefundSchema.parse(answer.json().data));
  expect(first).toEqual(second);
  expect((await list(paid)).refunds).toHaveLength(before + 1);
  expect((await plan(paid, 'twice', { amount: '7.50' })).statusCode).toBe(200); // the same amount
  for (const other of [{ amount: '7' }, { reason: 'returned' }]) {
    const answer = await plan(paid, 'twice', other);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'refund_request_id_reused']);
  }
  const cancelled = await paid.shop.api.post(`${path(paid)}/${first?.id}/cancel`);
  expect(invoiceRefundSchema.parse(cancelled.json().data)).toMatchObject({ status: 'cancelled', request_id: 'twice' });
  expect((await plan(paid, 'twice')).json().data).toMatchObject({ id: first?.id, status: 'cancelled' });
  const { rows } = await sql`select actor, action from audit_log where subject = ${first?.id} order by id`.execute(app.platform.db.query);
  expect(rows).toEqual([
    { actor: 'API key: Main key', action: 'refund.planned' },
    { actor: 'API key: Main key', action: 'refund.cancelled' },
  ]);
});

test('by key only to an address that paid, and never more than is left; bad values name their field', async () => {
  const code = async (more: object) => (await plan(paid, 'bad', more)).json().code;
  expect(await code({ address: newEvmKey().address })).toBe('refund_to_unknown_address');
  expect(await code({ address: paid.shop.addresses.BEP20 })).toBe('refund_to_own_address');
  expect(await code({ address: 'hello' })).toBe('invalid_address');
  expect(await code({ amount: '1000' })).toBe('refund_too_large');
  for (const [field, value] of Object.entries({ amount: '-1', network: 'BTC', reason: 'because', request_id: '', address: 5 })) {
    const answer = await plan(paid, 'bad', { [field]: value });
    expect([answer.statusCode, answer.json().errors[0]]).toEqual([422, expect.objectContaining({ path: field })]);
  }
  // What was planned on screen is listed without a number of the shop.
  const onScreen = await planned(paid, { amount: '1', reason: 'other' });
  expect((await list(paid)).refunds[0]).toMatchObject({ id: onScreen.id, request_id: null });
});

test('by key nobody gets back more than came from them: paying a little makes no thief the customer', async () => {
  const second = newEvmKey().address;
  const of = await overpaidInvoice(app, 'BEP20', newEvmKey().address, second);
  const refused = await plan(of, 'thief', { address: second, amount: '7.500001' });
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'refund_too_large']);
  expect((await plan(of, 'part', { address: second, amount: '5' })).statusCode).toBe(201);
  expect((await plan(of, 'more', { address: second, amount: '2.500001' })).json().code).toBe('refund_too_large');
  expect((await plan(of, 'rest', { address: second, amount: '2.5' })).statusCode).toBe(201);
  expect((await plan(of, 'first', { amount: '50.250001' })).json().code).toBe('refund_too_large');
  expect((await plan(of, 'first', { amount: '50.25' })).statusCode).toBe(201);
  // A repeated call gets its refund, though nothing is left.
  expect((await plan(of, 'rest', { address: second, amount: '2.5' })).statusCode).toBe(200);
});

test('plans that were cancelled do not use up the refunds of an invoice', async () => {
  const of = await overpaidInvoice(app);
  for (let round = 0; round < 21; round += 1) {
    const { id } = (await plan(of, `again-${round}`, { amount: '1' })).json().data;
    expect((await of.shop.api.post(`${path(of)}/${id}/cancel`)).statusCode).toBe(200);
  }
  expect((await plan(of, 'last', { amount: '1' })).statusCode).toBe(201);
}, 60_000);

test('a key reaches the invoices of its own store alone, and needs the permission', async () => {
  const other = await overpaidInvoice(app);
  const refund = (await plan(paid, 'mine', { amount: '0.5' })).json().data;
  const stranger = other.shop.api;
  for (const answer of [
    await stranger.get(path(paid)),
    await plan({ ...paid, shop: other.shop }, 'theirs'),
    await stranger.post(`${path(paid)}/${refund.id}/transaction`, { trans_hash: `0x${'ab'.repeat(32)}` }),
    await stranger.post(`${path(paid)}/${refund.id}/cancel`),
    await stranger.post(`${path(other)}/${refund.id}/cancel`),
    await stranger.post(`${path(other)}/${refund.id}/transaction`, { trans_hash: `0x${'ab'.repeat(32)}` }),
  ])
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  const { merchant, storeId } = paid.shop;
  const keyFor = async (scopes: string[]) =>
    callApi(app, (await merchant.post(`/store/${storeId}/keys`, { name: 'Refunds', scopes })).json().apiKey);
  expect((await (await keyFor(['read', 'create'])).get(path(paid))).json().code).toBe('missing_scope');
  expect((await (await keyFor(['refunds'])).get(path(paid))).statusCode).toBe(200);
});
