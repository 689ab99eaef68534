import { beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { startTestChain, type TestChain } from '../../../../test/parts/chain';
import { type RpcProxy, startRpcProxy } from '../../../../test/parts/rpc-proxy';
import { becomes, invoiceRow, openShop, order, type Shop } from '../../../../test/shop';
import { associatedTokenAccount } from '../../chains/adapters/solana/accounts/token-account';
import { listBusyOwners } from './busy-owners.queries';

let offsetMs = 0;
let app: TestApp;
let chain: TestChain;
let proxy: RpcProxy;
const asked = new Map<string, number>();

beforeAll(async () => {
  chain = await startTestChain();
  proxy = await startRpcProxy(new URL('/solana', chain.url).href);
  proxy.meddle = (call) => {
    if (call.method === 'getSignaturesForAddress') asked.set(String(call.params[0]), (asked.get(String(call.params[0])) ?? 0) + 1);
    return undefined;
  };
  const clock = { now: () => new Date(Date.now() + offsetMs) };
  const networks = [chain.settings('SOLANA', { endpoints: [{ url: proxy.url }] })];
  app = await startTestApp({ networks, roles: ['watcher'], clocks: { business: clock, real: { now: () => new Date() } } });
});

const pollsOf = (shop: Shop): number =>
  asked.get(associatedTokenAccount(shop.addresses.SOLANA ?? '', chain.info.networks.SOLANA?.contract ?? '')) ?? 0;
/** Polls of `idle` while `busy` was polled `times` times. */
async function pollsWhile(busy: Shop, idle: Shop, times: number): Promise<number> {
  const [busyBefore, idleBefore] = [pollsOf(busy), pollsOf(idle)];
  await vi.waitFor(() => expect(pollsOf(busy)).toBeGreaterThanOrEqual(busyBefore + times), { timeout: 20_000, interval: 20 });
  return pollsOf(idle) - idleBefore;
}

test('an address with an open invoice is polled every time, one without hourly', async () => {
  const [busy, idle] = [await openShop(app, ['SOLANA']), await openShop(app, ['SOLANA'])];
  const { transId, payable } = await order(app, busy);
  await vi.waitFor(() => expect(pollsOf(idle)).toBe(1), { timeout: 20_000 }); // once, when it became watched
  expect(await pollsWhile(busy, idle, 8)).toBe(0);
  offsetMs += 3_601_000;
  expect(await pollsWhile(busy, idle, 8)).toBe(1);
  await chain.paySolana(busy.addresses.SOLANA ?? '', [payable]);
  await becomes(app, chain, transId, { status: 'SUCCESS', network: 'SOLANA' });
  const after = pollsOf(busy);
  const other = await order(app, idle);
  await pollsWhile(idle, busy, 8);
  expect(pollsOf(busy) - after).toBeLessThanOrEqual(1);
  // A second payment of the same invoice is found within a minute or two, not after an hour.
  await chain.paySolana(busy.addresses.SOLANA ?? '', [payable]);
  offsetMs += 61_000;
  await becomes(app, chain, transId, { status: 'SUCCESS', flags: ['paidOver'] });
  expect((await invoiceRow(app, other.transId)).status).toBe('WAITING');
}, 60_000);

test('shortly before monitoring ends the address is polled again, so that late money of the last hour is not missed', async () => {
  const shop = await openShop(app, ['SOLANA']);
  const { transId } = await order(app, shop);
  const { id, monitor_until } = await invoiceRow(app, transId);
  await app.platform.db.query.updateTable('amount_reservations').set({ ended_at: new Date() }).where('invoice_id', '=', id).execute();
  const busyAt = async (time: Date) => (await listBusyOwners(app.platform.db.query, time)).has(shop.addresses.SOLANA ?? '');
  expect(await busyAt(new Date((monitor_until ?? new Date()).getTime() - 1_000))).toBe(false);
  expect(await busyAt(new Date((monitor_until ?? new Date()).getTime() + 1_000))).toBe(true);
});
