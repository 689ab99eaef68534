import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { startTestChain, type TestChain } from '../../../../test/parts/chain';
import { startReceiver } from '../../../../test/parts/receiver';
import { type RpcProxy, startRpcProxy } from '../../../../test/parts/rpc-proxy';
import type { ServerProcess } from '../../../../test/processes/server-process';
import { fromHere, startRoleProcess } from '../../../../test/processes/watcher-process';
import {
  becomes,
  expectSound,
  invoiceRow,
  type Order,
  openShop,
  order,
  payShop,
  rawOf,
  type Shop,
  settlesAt,
  topicsOfInvoice,
} from '../../../../test/shop';
import type { NetworkSettings } from '../../../config';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let offsetMs = 0;
let skewMs = 0;
const clock = { now: () => new Date(Date.now() + offsetMs) };
let app: TestApp;
let chain: TestChain;
let proxy: RpcProxy;
let shop: Shop;
let networks: NetworkSettings[];
const receiver = await startReceiver((response) => void response.end('ok'));

beforeAll(async () => {
  chain = await startTestChain();
  proxy = await startRpcProxy(chain.url);
  networks = [await fromHere(chain, 'BEP20', { endpoints: [{ url: proxy.url }] }), await fromHere(chain, 'ERC20')];
  const real = { now: () => new Date(Date.now() + skewMs) };
  app = await startTestApp({ networks, roles: ['watcher'], clocks: { business: clock, real } });
  shop = await openShop(app);
});
afterEach(() => {
  Object.assign(proxy, { http: undefined, meddle: undefined });
  skewMs = 0;
});
afterAll(() => expectSound(app));

const pay = (micros: bigint) => payShop(chain, 'BEP20', shop.addresses.BEP20, micros);
const view = async (transId: string) => (await app.server.inject({ method: 'GET', url: `/api/v1/payment/${transId}` })).json().data;
const balance = () => app.services.ledger.getBalance(shop.merchant.userId);
/** Moves business time and chain time together, as the sandbox's clock does. */
async function advance(ms: number): Promise<void> {
  offsetMs += ms;
  await chain.call('sandbox_advanceTime', { seconds: ms / 1000 });
}
/** By the machine's clock, which other processes use. */
const overSince = (transId: string, ms: number) =>
  app.platform.db.query
    .updateTable('invoices')
    .set({ expires_at: new Date(Date.now() - ms), created_at: new Date(Date.now() - ms - HOUR) })
    .where('trans_id', '=', transId)
    .execute();
const sweptTo = (transId: string, expected: object) =>
  vi.waitFor(
    async () => {
      await chain.mine();
      await app.services.invoices.sweep();
      expect(await invoiceRow(app, transId)).toMatchObject(expected);
    },
    { timeout: 40_000, interval: 100 },
  );

describe('reorganisations', () => {
  test.each([1, 2])('F17: moved by a reorganisation %i deep, a payment is unseen, seen again and credited once', async (depth) => {
    const { transId, payable } = await order(app, shop);
    await pay(payable);
    if (depth > 1) await chain.mine(depth - 1);
    await settlesAt(app, transId, { status: 'PROCESSING' });
    const before = await balance();
    await chain.reorg(depth, true);
    await vi.waitFor(async () => expect((await topicsOfInvoice(app, transId)).length).toBeGreaterThan(1), 10_000);
    await becomes(app, chain, transId, { status: 'SUCCESS', flags: [], paid: payable });
    expect((await topicsOfInvoice(app, transId)).filter((topic) => topic === 'completed')).toHaveLength(1);
    expect((await balance()).balance).toBe(before.balance - 50_000n);
    expect(await view(transId)).toMatchObject({ status: 'success' });
  });

  test('F18: a reorged payment is not credited; the page returns to waiting, then expires', async () => {
    const { transId, payable } = await order(app, shop);
    await pay(payable);
    await settlesAt(app, transId, { status: 'PROCESSING' });
    expect(await view(transId)).toMatchObject({ status: 'processing' });
    await chain.reorg(1, false);
    await settlesAt(app, transId, { status: 'WAITING', paid: 0n });
    expect(await view(transId)).toMatchObject({ status: 'waiting' });
    await advance(16 * MINUTE);
    await sweptTo(transId, { status: 'EXPIRED' });
    expect(await topicsOfInvoice(app, transId)).toEqual(['created', 'seen', 'unseen', 'expired']);
    expect((await balance()).held).toBe(0n);
  });

  test('F19: deeper than finality, a new entry reverses the old one, the invoice is flagged, and a payment that returns restores it', async () => {
    const { transId, payable } = await order(app, shop);
    const entries = async () => {
      const { id } = await invoiceRow(app, transId);
      const found = sql`select version, kind, balance_delta from ledger_entries where reference = ${id} order by version`;
      return (await found.execute(app.platform.db.query)).rows;
    };
    const before = await balance();
    await pay(payable);
    await becomes(app, chain, transId, { status: 'SUCCESS' });
    const posted = await entries();
    await chain.reorg(12, false);
    await becomes(app, chain, transId, { status: 'SUCCESS', flags: ['reversed'], paid: 0n });
    expect((await entries()).slice(0, posted.length)).toEqual(posted);
    expect((await entries()).length).toBe(posted.length + 1);
    expect((await balance()).balance).toBe(before.balance);
    await pay(payable);
    await becomes(app, chain, transId, { status: 'SUCCESS', flags: [], paid: payable });
    expect((await balance()).balance).toBe(before.balance - 50_000n);
  });
});

describe('contents of one transaction', () => {
  test('F20: three transfers in one transaction pay three invoices; a zero transfer and a fake token in it pay none', async () => {
    const orders: Order[] = [];
    for (let n = 0; n < 4; n += 1) orders.push(await order(app, shop));
    const item = (index: number, extra = {}) => {
      const amountRaw = rawOf('BEP20', orders[index]?.payable ?? 0n).toString();
      return { network: 'BEP20', to: shop.addresses.BEP20, amountRaw, ...extra };
    };
    const transfers = [item(0), item(1), item(3, { amountRaw: '0' }), item(2), item(3, { token: 'fake' })];
    const { txHash } = await chain.call<{ txHash: string }>('sandbox_transferJointly', { transfers });
    for (const { transId, payable } of orders.slice(0, 3))
      await becomes(app, chain, transId, { status: 'SUCCESS', flags: [], paid: payable, trans_hash: txHash });
    expect(await invoiceRow(app, orders[3]?.transId ?? '')).toMatchObject({ status: 'WAITING', paid: 0n });
  });

  test('F21: neither a reverted transaction nor a reverted inner call credits anything', async () => {
    const { transId, payable } = await order(app, shop);
    const item = { network: 'BEP20', to: shop.addresses.BEP20, amountRaw: rawOf('BEP20', payable).toString() };
    await chain.call('sandbox_transferJointly', { transfers: [item], revert: true });
    await chain.call('sandbox_transferJointly', { transfers: [{ ...item, innerRevert: true }] });
    const marker = await order(app, shop);
    await pay(marker.payable);
    await becomes(app, chain, marker.transId, { status: 'SUCCESS' });
    expect(await invoiceRow(app, transId)).toMatchObject({ status: 'WAITING', paid: 0n });
  });
});

describe('time', () => {
  test('F15: while all nodes are down for two hours nothing expires; afterwards payments made in time are found', async () => {
    const [paid, unpaid] = [await order(app, shop), await order(app, shop)];
    await chain.mine();
    proxy.http = (_request, response) => Boolean(response.writeHead(502).end());
    await pay(paid.payable);
    await advance(2 * HOUR);
    await app.services.invoices.sweep();
    for (const { transId } of [paid, unpaid]) expect(await invoiceRow(app, transId)).toMatchObject({ status: 'WAITING' });
    const [status] = (await app.services.chains.networkStatus()).filter(({ network }) => network === 'BEP20');
    expect(status).toMatchObject({ status: 'down' });
    expect(status?.lagSeconds).toBeGreaterThanOrEqual(7_000);
    proxy.http = undefined;
    await becomes(app, chain, paid.transId, { status: 'SUCCESS', flags: [] });
    await sweptTo(unpaid.transId, { status: 'EXPIRED' });
  }, 90_000);

  test('F24: a process whose clock is an hour off expires nothing, ahead or behind; when it jumps back nothing expires twice', async () => {
    const { transId } = await order(app, shop);
    const strangers: ServerProcess[] = await Promise.all(
      [HOUR, -HOUR].map((clockSkewMs) => startRoleProcess({ app, networks, roles: 'worker', clockSkewMs })),
    );
    await overSince(transId, 10 * MINUTE);
    await chain.mine(2);
    await new Promise((resolve) => setTimeout(resolve, 3_000)); // three of their sweeps
    expect((await invoiceRow(app, transId)).status).toBe('WAITING');
    for (const each of strangers) await each.kill();
    skewMs = HOUR;
    await app.services.invoices.sweep();
    expect((await invoiceRow(app, transId)).status).toBe('WAITING');
    skewMs = 0;
    await sweptTo(transId, { status: 'EXPIRED', version: 2 });
    offsetMs -= HOUR;
    await app.services.invoices.sweep();
    offsetMs += HOUR;
    await app.services.invoices.sweep();
    expect((await invoiceRow(app, transId)).version).toBe(2);
  }, 120_000);

  test('F25: killed in the middle of the sweep, an invoice expires once; money of its last second is in time, of the next late', async () => {
    const due = await order(app, shop);
    await overSince(due.transId, MINUTE);
    await chain.mine(2);
    const victim = startRoleProcess({ app, networks, roles: 'worker', fault: 'expiry.before_commit:1' });
    expect(await victim.then(({ ended }) => ended, String)).toContain('SIGKILL'); // it may come before the process reports that it is ready
    expect((await invoiceRow(app, due.transId)).status).toBe('WAITING');
    await sweptTo(due.transId, { status: 'EXPIRED', version: 2 });
    expect((await balance()).held).toBe(0n);

    for (const [secondsLate, flags] of [
      [0, []],
      [1, ['paidLate']],
    ] as const) {
      const { transId, payable } = await order(app, shop);
      const { blockNumber } = await pay(payable);
      const { timestamp } = await chain.call<{ timestamp: string }>('eth_getBlockByNumber', [`0x${blockNumber.toString(16)}`, false]);
      const expiry = new Date((Number.parseInt(timestamp, 16) - secondsLate) * 1000);
      await app.platform.db.query.updateTable('invoices').set({ expires_at: expiry }).where('trans_id', '=', transId).execute();
      await Promise.all(Array.from({ length: 4 }, () => app.services.invoices.sweep()));
      await becomes(app, chain, transId, { status: 'SUCCESS', flags });
    }
  }, 120_000);
});

describe('F45: customer mistakes', () => {
  type Case = { shop: Shop; transId: string; payable: bigint; pay: (micros: bigint, how?: object) => Promise<{ txHash: string }> };
  async function begin(): Promise<Case> {
    const own = await openShop(app);
    const { transId, payable } = await order(app, own, '10', { callback_url: `${receiver.url}/f45` });
    const send: Case['pay'] = (micros, how = {}) => chain.pay('BEP20', own.addresses.BEP20 ?? '', rawOf('BEP20', micros), how);
    return { shop: own, transId, payable, pay: send };
  }
  /** The balance started at a thousand dollars; a fee of five cents is held until the invoice ends. */
  async function expectOutcome({ shop: own, transId }: Case, fee: 'held' | 'taken' | 'released', events: readonly string[]): Promise<void> {
    const held = fee === 'held' ? 50_000n : 0n;
    const left = 1_000_000_000n - (fee === 'taken' ? 50_000n : 0n);
    expect(await app.services.ledger.getBalance(own.merchant.userId)).toMatchObject({ balance: left, held });
    const { id } = await invoiceRow(app, transId);
    const rows = await app.platform.db.query.selectFrom('callback_deliveries').select('event').where('invoice_id', '=', id).execute();
    expect(rows.map(({ event }) => event).sort()).toEqual(events);
  }
  const stateOf = async (txHash: string) =>
    (await app.platform.db.query.selectFrom('transfers').select('state').where('tx_hash', '=', txHash).executeTakeFirst())?.state;

  test('too little is a part, and a second part of exactly the remainder completes it', async () => {
    const it = await begin();
    await it.pay(it.payable - 3_000_000n);
    await becomes(app, chain, it.transId, { status: 'WAITING', flags: ['paidPartial'] });
    await expectOutcome(it, 'held', []);
    await it.pay(3_000_000n);
    await becomes(app, chain, it.transId, { status: 'SUCCESS', flags: [] });
    await expectOutcome(it, 'taken', ['completed']);
  });

  test('too much matches no quote: it waits in the inbox, and the invoice stays open', async () => {
    const it = await begin();
    const { txHash } = await it.pay(it.payable + 1_000_000n);
    await vi.waitFor(async () => expect(await stateOf(txHash)).toBe('unmatched'), 20_000);
    expect(await invoiceRow(app, it.transId)).toMatchObject({ status: 'WAITING', paid: 0n });
    await expectOutcome(it, 'held', []);
  });

  test('the same quote twice is one invoice, overpaid', async () => {
    const it = await begin();
    await Promise.all([it.pay(it.payable), it.pay(it.payable)]);
    await becomes(app, chain, it.transId, { status: 'SUCCESS', flags: ['paidOver'], paid: 2n * it.payable });
    await expectOutcome(it, 'taken', ['completed']);
  });

  test('on another network with the same address it counts; another token does not', async () => {
    const it = await begin();
    const fake = await it.pay(it.payable, { token: 'fake' });
    await payShop(chain, 'ERC20', it.shop.addresses.BEP20, it.payable);
    await becomes(app, chain, it.transId, { status: 'SUCCESS', network: 'ERC20', flags: [] });
    expect(await stateOf(fake.txHash)).toBeUndefined();
    await expectOutcome(it, 'taken', ['completed']);
  });

  test('after expiry it is late, takes the fee then, and both callbacks are queued in order', async () => {
    const it = await begin();
    await advance(16 * MINUTE);
    await sweptTo(it.transId, { status: 'EXPIRED' });
    await expectOutcome(it, 'released', ['expired']);
    await it.pay(it.payable);
    await becomes(app, chain, it.transId, { status: 'SUCCESS', flags: ['paidLate'] });
    await expectOutcome(it, 'taken', ['completed', 'expired']);
  });
});
