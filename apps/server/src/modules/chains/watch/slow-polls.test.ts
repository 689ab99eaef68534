import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { startTestChain } from '../../../../test/parts/chain';
import { createTestDatabase } from '../../../../test/parts/database';
import { startRpcProxy } from '../../../../test/parts/rpc-proxy';
import { createScanner, cursorOf, type Scanner, topicsOf, transfersOf, until, watch } from '../../../../test/scanner';
import { displayAddress } from '../addresses/addresses';
import type { WatchTiming } from './network-watcher';

const ALICE = displayAddress('evm', `0x${'a7'.repeat(20)}`);
const LEASE_SECONDS = 4;
const chain = await startTestChain();
const proxy = await startRpcProxy(chain.url);
const opened: Scanner[] = [];
const drops: (() => Promise<void>)[] = [];
let databaseUrl: string;
let startBlock: number;

const head = async () => (await chain.call<{ head: { number: number } }>('sandbox_info')).head.number;
const open = (timing: WatchTiming = {}): Scanner => {
  const settings = chain.settings('BEP20', { startBlock, endpoints: [{ url: proxy.url }], requestTimeoutMs: 60_000 });
  const scanner = createScanner(databaseUrl, [settings], { timing: { leaseSeconds: LEASE_SECONDS, ...timing } });
  opened.push(scanner);
  return scanner;
};
const leaseOf = async ({ db }: Scanner) =>
  (
    await sql<{ holder: string | null; epoch: bigint; isLong: boolean }>`
      select holder, epoch, looking_since is not null as "isLong" from chain_cursors`.execute(db.query)
  ).rows[0];
/** Delays every answer: a poll makes several requests in turn. */
const slowBy = (ms: number) => {
  proxy.meddle = async (_call, forward) => {
    await sleep(ms);
    return forward();
  };
};

beforeEach(async () => {
  const database = await createTestDatabase();
  databaseUrl = database.url;
  drops.push(database.drop);
  startBlock = (await head()) + 1;
});
afterEach(async () => {
  proxy.meddle = undefined;
  proxy.http = undefined;
  for (const scanner of opened.splice(0)) await scanner.stopWatching();
});
afterAll(async () => {
  for (const drop of drops) await drop();
});

test('two watchers and polls that take longer than the lease: one keeps the network, and everything is written', async () => {
  slowBy(LEASE_SECONDS * 400);
  const scanners = [open(), open()] as const;
  await watch(scanners[0], 'BEP20', ALICE);
  const [{ db }] = scanners;
  await chain.pay('BEP20', ALICE, 5_000_000_000_000_000_000n);
  await chain.mine(3);
  for (const scanner of scanners) scanner.startWatching();
  await until(async () => expect((await leaseOf(scanners[0]))?.isLong).toBe(true), 30_000); // the poll is visible while it lasts
  await until(async () => expect(await topicsOf(db)).toEqual(['transfer.seen', 'transfer.final']), 60_000);
  await chain.pay('BEP20', ALICE, 6_000_000_000_000_000_000n);
  await chain.mine(3);
  await until(async () => expect((await transfersOf(db)).filter(({ final_at }) => final_at !== null)).toHaveLength(2), 60_000);
  expect((await leaseOf(scanners[0]))?.epoch).toBe(1n);
}, 180_000);

test('a poll without progress loses its network to another watcher, and its late writes are refused', async () => {
  const stuck = open({ stuckMs: 1_500 });
  await watch(stuck, 'BEP20', ALICE);
  let held: (() => void) | undefined;
  proxy.meddle = async (_call, forward) => {
    await new Promise<void>((resolve) => {
      held ??= resolve; // the first request is never answered in time
      if (held !== resolve) resolve();
    });
    return forward();
  };
  stuck.startWatching();
  await until(() => expect(held).toBeDefined());
  const first = await leaseOf(stuck);
  const other = open();
  await chain.pay('BEP20', ALICE, 5_000_000_000_000_000_000n);
  await chain.mine(3);
  other.startWatching();
  await until(async () => expect(await topicsOf(other.db)).toEqual(['transfer.seen', 'transfer.final']), 60_000);
  held?.();
  await sleep(300);
  expect((await leaseOf(other))?.epoch).toBeGreaterThan(first?.epoch ?? 0n);
  expect(await transfersOf(other.db)).toHaveLength(1);
}, 120_000);

test('a watcher that pauses for longer than its lease keeps it', async () => {
  const settings = chain.settings('BEP20', { startBlock, pollMs: 600_000 });
  const [resting, standby] = [0, 1].map(() => createScanner(databaseUrl, [settings], { timing: { leaseSeconds: LEASE_SECONDS } }));
  if (resting === undefined || standby === undefined) throw new Error('two scanners');
  opened.push(resting, standby);
  resting.startWatching();
  await until(async () => expect((await cursorOf(resting.db, 'BEP20')).next).toBeGreaterThanOrEqual(-1));
  await until(async () => expect((await leaseOf(resting))?.epoch).toBe(1n));
  const before = await leaseOf(resting);
  standby.startWatching();
  await sleep(LEASE_SECONDS * 2_000); // the standby tries every two seconds
  expect((await leaseOf(resting))?.holder).toBe(before?.holder);
}, 60_000);
