import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { startTestChain, type TestChain } from '../../../../test/parts/chain';
import type { ServerProcess } from '../../../../test/processes/server-process';
import { fromHere, holderOf, letLeasesRunOut, startRoleProcess } from '../../../../test/processes/watcher-process';
import { until } from '../../../../test/scanner';
import { becomes, expectSound, invoiceRow, openShop, order, payShop, type Shop, settlesAt, topicsOfInvoice } from '../../../../test/shop';
import type { NetworkSettings } from '../../../config';

let app: TestApp;
let chain: TestChain;
let shop: Shop;
let bep20: NetworkSettings;
const processes: ServerProcess[] = [];
const start = async (options: Omit<Parameters<typeof startRoleProcess>[0], 'app' | 'networks'> = {}): Promise<ServerProcess> => {
  const started = await startRoleProcess({ app, networks: [bep20], ...options });
  processes.push(started);
  return started;
};
const transfersOf = async (txHash: string) =>
  (
    await sql<{
      state: string;
      final: boolean;
    }>`select state, final_at is not null as final from transfers where tx_hash = ${txHash}`.execute(app.platform.db.query)
  ).rows;

beforeAll(async () => {
  chain = await startTestChain();
  bep20 = await fromHere(chain, 'BEP20');
  app = await startTestApp({ networks: [bep20] });
  shop = await openShop(app);
});
afterEach(async () => {
  for (const each of processes.splice(0)) await each.kill();
  await app.services.chains.stopWatching();
  await letLeasesRunOut(app);
});

test.each(['scan.before_store', 'scan.before_cursor', 'scan.after_commit', 'settle.before_commit', 'settle.after_commit'])(
  'F4: killed at %s, nothing is lost and nothing is credited twice',
  async (point) => {
    const { transId, payable } = await order(app, shop);
    const victim = await start({ fault: `${point}:1` });
    const { txHash } = await payShop(chain, 'BEP20', shop.addresses.BEP20, payable);
    await chain.mine(3);
    expect(await victim.ended).toBe('SIGKILL');
    const seen = point === 'scan.before_store' || point === 'scan.before_cursor' ? 'WAITING' : 'PROCESSING';
    expect((await invoiceRow(app, transId)).status).toBe(point === 'settle.after_commit' ? 'SUCCESS' : seen);
    await letLeasesRunOut(app);
    app.services.chains.startWatching();
    await becomes(app, chain, transId, { status: 'SUCCESS', paid: payable });
    expect(await transfersOf(txHash)).toEqual([{ state: 'matched', final: true }]);
    expect(await topicsOfInvoice(app, transId)).toEqual(['created', 'seen', 'completed']);
    await expectSound(app);
  },
  60_000,
);

test('F22: of two processes on one chain one watches; when it is killed the other takes over, and nothing is recorded twice', async () => {
  const [first, second] = await Promise.all([start(), start()]);
  const one = await order(app, shop);
  await payShop(chain, 'BEP20', shop.addresses.BEP20, one.payable);
  await becomes(app, chain, one.transId, { status: 'SUCCESS' });
  const before = await holderOf(app, 'BEP20');
  const holder = [first, second].find(({ pid }) => before?.holder?.includes(`/${pid}/`));
  expect(holder).toBeDefined();
  await holder?.kill();
  await letLeasesRunOut(app);
  const two = await order(app, shop);
  await payShop(chain, 'BEP20', shop.addresses.BEP20, two.payable);
  await becomes(app, chain, two.transId, { status: 'SUCCESS' });
  expect((await holderOf(app, 'BEP20'))?.epoch).toBe((before?.epoch ?? 0n) + 1n);
  await expectSound(app);
}, 120_000);

test('F23: a watcher paused until its lease expired writes nothing when it resumes', async () => {
  const paused = await start();
  await until(async () => expect((await holderOf(app, 'BEP20'))?.holder).toContain(`/${paused.pid}/`));
  paused.signal('SIGSTOP');
  const { transId, payable } = await order(app, shop);
  await payShop(chain, 'BEP20', shop.addresses.BEP20, payable);
  // Stopped inside a transaction it still holds the row: the database ends that session ten seconds later.
  await until(async () => void (await letLeasesRunOut(app)), 25_000);
  const next = await start();
  await chain.mine(); // the newest block is left for the next poll, as in production
  await settlesAt(app, transId, { status: 'PROCESSING' });
  const taken = await holderOf(app, 'BEP20');
  paused.signal('SIGCONT');
  await becomes(app, chain, transId, { status: 'SUCCESS' });
  expect(taken?.holder).toContain(`/${next.pid}/`);
  expect(await holderOf(app, 'BEP20')).toEqual(taken);
  await expectSound(app);
}, 120_000);

test.each([
  ['runs out of memory', 'memory'],
  ['does not answer for five seconds', 'loop'],
] as const)(
  'F39: a watcher that %s loses no payment and credits none twice',
  async (_name, strain) => {
    const strained = await start({ strain });
    await until(async () => expect((await holderOf(app, 'BEP20'))?.holder).toContain(`/${strained.pid}/`));
    const { transId, payable } = await order(app, shop);
    strained.signal('SIGUSR2');
    const { txHash } = await payShop(chain, 'BEP20', shop.addresses.BEP20, payable);
    if (strain === 'memory') {
      expect(await strained.ended).toBe('SIGABRT');
      await letLeasesRunOut(app);
      await start();
    }
    await becomes(app, chain, transId, { status: 'SUCCESS' });
    expect(await transfersOf(txHash)).toEqual([{ state: 'matched', final: true }]);
    await expectSound(app);
  },
  240_000,
);
