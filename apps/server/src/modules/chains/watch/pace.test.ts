import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../../../../test/app';
import { startTestChain } from '../../../../test/parts/chain';
import { createTestDatabase } from '../../../../test/parts/database';
import { type RpcProxy, startRpcProxy } from '../../../../test/parts/rpc-proxy';
import { fromHere } from '../../../../test/processes/watcher-process';
import { createScanner, type Scanner, topicsOf, transfersOf, until, untilRead, watch } from '../../../../test/scanner';
import { openShop, order, payShop, settlesAt } from '../../../../test/shop';
import { createLogger } from '../../../platform/log';
import { displayAddress } from '../addresses/addresses';
import type { Family } from '../chains.domain';
import { createPace } from './pace';

const ALICE = displayAddress('evm', `0x${'a8'.repeat(20)}`);
const IDLE_MS = 600_000; // too long for a test to wait for
/** Far below it: retries of a busy machine's nodes pause for up to 15 s each. */
const BUSY_MACHINE_MS = 120_000;
const chain = await startTestChain();
const proxy: RpcProxy = await startRpcProxy(chain.url);
let scanner: Scanner;
let drop: () => Promise<void>;
let open: Set<Family>;

const paceOf = async ({ db }: Scanner) =>
  (await sql<{ pace: number | null; assurance: unknown }>`select pace_ms as pace, assurance from chain_cursors`.execute(db.query)).rows[0];
const head = async () => (await chain.call<{ head: { number: number } }>('sandbox_info')).head.number;
const calls = () => [...proxy.calls.values()].reduce((sum, count) => sum + count, 0);

beforeEach(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  const settings = await fromHere(chain, 'ERC20', { endpoints: [{ url: proxy.url }], idlePollMs: IDLE_MS, isAnnounced: false });
  scanner = createScanner(database.url, [settings], { timing: { openCheckMs: 50 }, openFamilies: async () => open });
  open = new Set();
  await watch(scanner, 'ERC20', ALICE);
});
afterEach(async () => {
  await scanner.stopWatching();
  await drop();
});

test('an idle network is polled slowly, and quickly from an invoice on until its transfer is final', async () => {
  scanner.startWatching();
  await until(async () => expect((await paceOf(scanner))?.pace).toBe(IDLE_MS));
  await chain.pay('ERC20', ALICE, 1_000_000n);
  const before = calls();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(calls() - before).toBeLessThanOrEqual(8); // a poll under way may finish; sixteen would fit
  expect(await transfersOf(scanner.db)).toEqual([]);

  open.add('evm');
  await until(async () => expect(await transfersOf(scanner.db)).toHaveLength(1));
  open.clear(); // the invoice is gone, the transfer is not final yet
  await chain.mine(3);
  await until(async () => expect(await topicsOf(scanner.db)).toEqual(['transfer.seen', 'transfer.final']));
  await until(async () => expect((await paceOf(scanner))?.pace).toBe(IDLE_MS));
});

test('a network that announces its blocks is polled when told, not because an invoice is open', async () => {
  const settings = await fromHere(chain, 'ERC20', { endpoints: [{ url: proxy.url }], idlePollMs: IDLE_MS, isAnnounced: true });
  const database = await createTestDatabase();
  const announced = createScanner(database.url, [settings], { openFamilies: async () => new Set(['evm']), idleMs: () => IDLE_MS });
  await watch(announced, 'ERC20', ALICE);
  announced.startWatching();
  await until(async () => expect((await paceOf(announced))?.pace).toBe(IDLE_MS));
  await chain.pay('ERC20', ALICE, 1_000_000n);
  announced.pollNow();
  await until(async () => expect(await transfersOf(announced.db)).toHaveLength(1));
  await chain.mine(3);
  await until(async () => expect(await topicsOf(announced.db)).toEqual(['transfer.seen', 'transfer.final']));
  await until(async () => expect((await paceOf(announced))?.pace).toBe(IDLE_MS), 20_000);
  await announced.stopWatching();
  await database.drop();
});

test('a network that announces its blocks is woken by a transfer on its way to finality, though an invoice was open before', async () => {
  const settings = await fromHere(chain, 'ERC20', { isAnnounced: true });
  const database = await createTestDatabase();
  const watching = createScanner(database.url, [settings]);
  const woken: string[] = [];
  const { db } = watching;
  const pace = createPace({
    db,
    log: createLogger('silent'),
    networks: [settings],
    openFamilies: async () => new Set(['evm']),
    onOpened: (network) => woken.push(network),
  });
  await pace.check();
  expect(pace.isQuick('ERC20')).toBe(false);
  await watch(watching, 'ERC20', ALICE);
  await chain.pay('ERC20', ALICE, 1_000_000n);
  watching.startWatching();
  await until(async () => expect(await transfersOf(db)).toHaveLength(1));
  await watching.stopWatching();

  await pace.check();
  expect(woken).toEqual(['ERC20']); // the poll that recorded it may sleep for the idle pace
  expect(pace.isQuick('ERC20')).toBe(true);
  await pace.check();
  expect(woken).toEqual(['ERC20']); // once
  await database.drop();
});

test('node coverage and pace are reported with the network, and a slow pace is no lag', async () => {
  scanner.startWatching();
  await chain.mine();
  open.add('evm');
  await untilRead(scanner, 'ERC20', await head());
  await until(async () =>
    expect((await paceOf(scanner))?.assurance).toMatchObject({ nodes: 1, notes: expect.arrayContaining(['single_node']) }),
  );
  await scanner.stopWatching();
  const statusAt = async (paceMs: number, lagSeconds: number) => {
    await sql`update chain_cursors set pace_ms = ${paceMs}, read_through = now() - make_interval(secs => ${lagSeconds})`.execute(
      scanner.db.query,
    );
    return (await scanner.networkStatus())[0]?.status;
  };
  expect(await statusAt(60_000, 100)).toBe('active');
  expect(await statusAt(60_000, 300)).toBe('lagging');
  expect(await statusAt(1_000, 100)).toBe('lagging');
  expect(await statusAt(1_000, 700)).toBe('down');
});

test('a created invoice wakes its networks by itself', async () => {
  const settings = await fromHere(chain, 'BEP20', { idlePollMs: IDLE_MS, isAnnounced: false });
  const app = await startTestApp({ networks: [settings], roles: ['watcher'] });
  const shop = await openShop(app);
  const pace = async () => (await app.platform.db.query.selectFrom('chain_cursors').select('pace_ms').executeTakeFirst())?.pace_ms;
  await until(async () => expect(await pace()).toBe(IDLE_MS), 20_000);
  const { transId, payable } = await order(app, shop);
  await payShop(chain, 'BEP20', shop.addresses.BEP20, payable);
  await chain.mine(3);
  await settlesAt(app, transId, { status: 'SUCCESS', paid: payable }, BUSY_MACHINE_MS);
}, 180_000);
