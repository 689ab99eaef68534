import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { startTestChain, type TestChain } from '../../../../test/parts/chain';
import { addWallet, callApi, evmAddress, giveBalance, type Merchant, newMerchant, newStore } from '../../../../test/stores';
import type { TransferId } from '../../../platform/id-types';

let app: TestApp;
let chain: TestChain;
let address = 0x5000;
const BEP20_UNIT = 10n ** 12n; // 18 decimals there

beforeAll(async () => {
  chain = await startTestChain();
  app = await startTestApp({ networks: [chain.settings('BEP20'), chain.settings('ERC20')], roles: ['watcher'] });
});

type Shop = { merchant: Merchant; api: ReturnType<typeof callApi>; to: string };
async function newShop(name: string, balance = 1_000_000n): Promise<Shop> {
  address += 1;
  const merchant = await newMerchant(app, name);
  const store = await newStore(merchant);
  const to = evmAddress(address);
  await addWallet(merchant, store.id, 'BEP20', to);
  await giveBalance(app, merchant.userId, balance);
  return { merchant, api: callApi(app, store.apiKey), to };
}
let orders = 0;
async function newInvoice(shop: Shop, amount = '10'): Promise<string> {
  orders += 1;
  const answer = await shop.api.post('/payment/invoice', { name: 'Tea', amount, request_id: `o${orders}` });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data.trans_id;
}
const details = async (shop: Shop, transId: string) => (await shop.merchant.get(`/invoice/${transId}`)).json();
/** Mines until the invoice matches. */
const becomes = (shop: Shop, transId: string, expected: object) =>
  vi.waitFor(
    async () => {
      await chain.mine();
      expect(await details(shop, transId)).toMatchObject(expected);
    },
    { timeout: 15_000, interval: 100 },
  );
const stays = (shop: Shop, transId: string, expected: object) =>
  vi.waitFor(async () => expect(await details(shop, transId)).toMatchObject(expected), { timeout: 10_000, interval: 60 });
const pay = (to: string, micros: bigint) => chain.pay('BEP20', to, micros * BEP20_UNIT);
const events = (invoice: { timeline: { event: string }[] }) => invoice.timeline.map(({ event }) => event);

test('an exact payment is seen, then final: the fee is taken and the owner sees the sender', async () => {
  const shop = await newShop('shop_exact');
  const transId = await newInvoice(shop);
  const { txHash } = await pay(shop.to, 10_050_000n);
  await stays(shop, transId, { status: 'PROCESSING', paid: '10.050000' });
  const view = (await app.server.inject({ method: 'GET', url: `/api/v1/payment/${transId}` })).json().data;
  expect(view).toMatchObject({ status: 'processing', due: '0.0000', tx_hash: txHash, network: 'BEP20' });
  expect(view.confirmations).toBeLessThan(view.confirmations_needed);
  expect(view.seconds_left).toBeGreaterThan(0);
  expect(view.from_address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  expect(view).not.toHaveProperty('paid_late');
  expect(view).not.toHaveProperty('paid_at');
  await becomes(shop, transId, { status: 'SUCCESS', flags: [], feeAmount: '0.050000', network: 'BEP20', transactionHash: txHash });
  const invoice = await details(shop, transId);
  expect(events(invoice)).toEqual(['created', 'seen', 'final', 'completed']);
  expect(invoice.transfers).toMatchObject([{ state: 'matched', amount: '10.050000' }]);
  expect(invoice.timeline.map(({ detail }: { detail: string }) => detail)).toEqual([
    '0.050000 USD held for the fee',
    expect.stringMatching(/^10\.050000 USDT on BEP20 in block \d+, 3 of 3 confirmations$/),
    '3 of 3 confirmations on BEP20',
    '0.050000 USD taken as the fee',
  ]);
  expect(await app.services.ledger.getBalance(shop.merchant.userId)).toMatchObject({ balance: 950_000n, held: 0n });
  expect((await shop.api.get(`/payment/invoice/${transId}`)).json().data).toMatchObject({ status: 'completed', trans_hash: txHash });

  await pay(shop.to, 10_050_000n); // the same quote again
  await becomes(shop, transId, { status: 'SUCCESS', flags: ['paidOver'], paid: '20.100000' });
});

test('the same address on another EVM network counts too', async () => {
  const shop = await newShop('shop_other_net');
  const transId = await newInvoice(shop);
  await chain.pay('ERC20', shop.to, 10_050_000n);
  await becomes(shop, transId, { status: 'SUCCESS', network: 'ERC20' });
});

test('a part is attached, shown, and completed by exactly the remainder', async () => {
  const shop = await newShop('shop_part');
  const transId = await newInvoice(shop);
  await pay(shop.to, 6_000_050n);
  await becomes(shop, transId, { status: 'WAITING', flags: ['paidPartial'], paid: '6.000050', due: '4.050000' });
  await pay(shop.to, 4_050_000n);
  await becomes(shop, transId, { status: 'SUCCESS', flags: [], paid: '10.050050' });
  const left = await sql`select payable from amount_reservations where address_key = ${shop.to}`.execute(app.platform.db.query);
  expect(left.rows).toEqual([{ payable: 10_050_000n }]);
});

test("a final part can be accepted: the fee is captured, and the remainder's reservation is released", async () => {
  const shop = await newShop('shop_accept');
  const transId = await newInvoice(shop);
  const accept = () => shop.merchant.post(`/invoice/${transId}/accept`);
  expect((await accept()).json().code).toBe('invoice_not_acceptable');
  await pay(shop.to, 9_000_000n);
  await becomes(shop, transId, { transfers: [{ finalAt: expect.any(String) }] });
  const answers = await Promise.all([accept(), accept(), accept()]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  expect(await details(shop, transId)).toMatchObject({ status: 'SUCCESS', flags: ['paidPartial', 'resolvedByHand'], paid: '9.000000' });
  expect(await app.services.ledger.getBalance(shop.merchant.userId)).toMatchObject({ balance: 950_000n, held: 0n });
  expect((await shop.api.get(`/payment/invoice/${transId}`)).json().data.trans_hash).toMatch(/^0x/);
});

test('a part accepted before it is final is PROCESSING, and paid once it is final', async () => {
  const shop = await newShop('shop_early');
  const transId = await newInvoice(shop);
  await pay(shop.to, 9_000_000n);
  await stays(shop, transId, { flags: ['paidPartial'] });
  const accept = () => shop.merchant.post(`/invoice/${transId}/accept`);
  expect((await accept()).json()).toMatchObject({ status: 'PROCESSING', flags: ['paidPartial', 'resolvedByHand'] });
  expect((await accept()).json().code).toBe('invoice_not_acceptable');
  await becomes(shop, transId, { status: 'SUCCESS', flags: ['paidPartial', 'resolvedByHand'], paid: '9.000000' });
  expect(await app.services.ledger.getBalance(shop.merchant.userId)).toMatchObject({ balance: 950_000n, held: 0n });
  const left = await sql`select payable from amount_reservations where address_key = ${shop.to}`.execute(app.platform.db.query);
  expect(left.rows).toEqual([{ payable: 10_050_000n }]);
});

test('a transfer that matches no invoice, or more than one, stays unmatched', async () => {
  const shop = await newShop('shop_unmatched');
  const [first, second] = [await newInvoice(shop), await newInvoice(shop)];
  await pay(shop.to, 9_000_000n); // could be a part of either
  await pay(shop.to, 3_000_000n); // less than half
  await pay(shop.to, 50_000_000n);
  await vi.waitFor(async () => {
    const { rows } = await sql<{ amount: bigint }>`select amount from transfers where to_key = ${shop.to} and state = 'unmatched'`.execute(
      app.platform.db.query,
    );
    expect(rows).toHaveLength(3);
  }, 10_000);
  for (const transId of [first, second]) expect(await details(shop, transId)).toMatchObject({ status: 'WAITING', paid: '0.000000' });
});

test('the owner assigns unmatched transfers: less is a part, enough completes, and nothing is charged twice', async () => {
  const shop = await newShop('shop_assign');
  const [first, second] = [await newInvoice(shop), await newInvoice(shop)];
  await pay(shop.to, 4_000_000n);
  await pay(shop.to, 6_200_000n);
  const unmatched = await vi.waitFor(async () => {
    await chain.mine();
    const { rows } = await sql<{ id: TransferId }>`
      select id from transfers where to_key = ${shop.to} and state = 'unmatched' and final_at is not null order by amount`.execute(
      app.platform.db.query,
    );
    expect(rows).toHaveLength(2);
    return rows.map(({ id }) => id);
  }, 10_000);
  const [small, large] = unmatched as [TransferId, TransferId];
  const { invoices } = app.services;
  const { userId } = shop.merchant;
  const owner = { userId, isAdmin: false };
  const stranger = await newMerchant(app, 'stranger_1');
  await expect(invoices.assignTransfer({ userId: stranger.userId, isAdmin: true }, small, { transId: first })).rejects.toMatchObject({
    code: 'not_found',
  });

  await invoices.dismissTransfer(owner, small, 'a gift');
  await expect(invoices.assignTransfer(owner, small, { transId: first })).rejects.toMatchObject({ code: 'transfer_taken' });
  await invoices.restoreTransfer(owner, small);
  await invoices.assignTransfer(owner, small, { transId: second });
  expect(await details(shop, second)).toMatchObject({ status: 'WAITING', flags: ['paidPartial', 'resolvedByHand'] });
  await invoices.unassignTransfer(owner, small);
  expect(await details(shop, second)).toMatchObject({ status: 'WAITING', flags: [], paid: '0.000000', transfers: [] });

  const results = await Promise.allSettled([first, second].map((transId) => invoices.assignTransfer(owner, small, { transId })));
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await invoices.unassignTransfer(owner, small);
  await invoices.assignTransfer(owner, small, { transId: first });
  await invoices.assignTransfer(owner, large, { transId: first });
  expect(await details(shop, first)).toMatchObject({ status: 'SUCCESS', flags: ['paidOver', 'resolvedByHand'], paid: '10.200000' });
  await expect(invoices.unassignTransfer(owner, large)).rejects.toMatchObject({ code: 'invoice_already_paid' });
  expect(await app.services.ledger.getBalance(userId)).toMatchObject({ balance: 950_000n, held: 50_000n });
});

test('a reorganisation removes the payment, and it counts again where it returns', async () => {
  const shop = await newShop('shop_reorg');
  const transId = await newInvoice(shop);
  await pay(shop.to, 10_050_000n);
  await stays(shop, transId, { status: 'PROCESSING' });
  await chain.reorg(1, false);
  await stays(shop, transId, { status: 'WAITING', paid: '0.000000' });
  expect(await app.services.ledger.getBalance(shop.merchant.userId)).toMatchObject({ balance: 1_000_000n, held: 50_000n });
  await pay(shop.to, 10_050_000n);
  await becomes(shop, transId, { status: 'SUCCESS' });
  expect(events(await details(shop, transId))).toEqual(['created', 'seen', 'unseen', 'seen', 'final', 'completed']);
});

test('a payment that vanishes after it was final leaves SUCCESS, flags it, and refunds the fee', async () => {
  const shop = await newShop('shop_reversed');
  const transId = await newInvoice(shop);
  await pay(shop.to, 10_050_000n);
  await becomes(shop, transId, { status: 'SUCCESS' });
  await chain.reorg(12, false);
  await becomes(shop, transId, { status: 'SUCCESS', flags: ['reversed'], paid: '0.000000' });
  expect(events(await details(shop, transId)).at(-1)).toBe('reversed');
  expect(await app.services.ledger.getBalance(shop.merchant.userId)).toMatchObject({ balance: 1_000_000n, held: 0n });
});

test('an invoice expires once the chain is read past its time; late money completes it and takes the fee', async () => {
  const shop = await newShop('shop_late', 50_000n);
  const transId = await newInvoice(shop);
  const earlier = new Date(Date.now() - 60_000);
  await app.platform.db.query.updateTable('invoices').set({ expires_at: earlier }).where('trans_id', '=', transId).execute();
  await sql`update chain_cursors set read_through = ${new Date(earlier.getTime() - 1)} where network = 'ERC20'`.execute(
    app.platform.db.query,
  );
  await vi.waitFor(async () => {
    await chain.mine();
    await app.services.invoices.sweep();
    expect(await details(shop, transId)).toMatchObject({ status: 'EXPIRED', flags: [] });
  }, 15_000);
  expect(await app.services.ledger.getBalance(shop.merchant.userId)).toMatchObject({ available: 50_000n });
  await pay(shop.to, 10_050_000n);
  await becomes(shop, transId, { status: 'SUCCESS', flags: ['paidLate'] });
  expect(await app.services.ledger.getBalance(shop.merchant.userId)).toMatchObject({ balance: 0n });
  expect(events(await details(shop, transId))).toEqual(['created', 'expired', 'seen', 'final', 'completed']);
});

test('in the end the books balance and every invoice has as many events as changes', async () => {
  expect((await app.services.ledger.check('full')).differences).toBe(0);
  const { rows } = await sql`
    select i.id from invoices i where i.version <> (select count(*) from events e where e.subject = i.id)`.execute(app.platform.db.query);
  expect(rows).toEqual([]);
});
