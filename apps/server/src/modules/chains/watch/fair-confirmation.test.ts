import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useTestDatabase } from '../../../../test/parts/database';
import { systemClock } from '../../../platform/clock';
import { createDb, type Db } from '../../../platform/db/db';
import { createOutbox } from '../../../platform/events/outbox';
import { createLogger } from '../../../platform/log';
import type { Metrics } from '../../../platform/metrics';
import type { ChainAdapter, Verdict } from '../adapters/chain-adapter';
import type { BlockRef, IncomingTransfer, Transfer } from '../chains.domain';
import { createChainMetrics } from '../status/chains.metrics';
import { ensureCursor, type Lease, takeLease } from './cursors.queries';
import { awaitsFinality, listDueForFinality } from './due-transfers.queries';
import { createFinalise } from './finalise';
import { recordRange } from './record';

const BUSY = `0x${'bb'.repeat(20)}`;
const SHOP = `0x${'5a'.repeat(20)}`;
const OTHER = `0x${'0e'.repeat(20)}`;
const FINAL_BLOCK = 9_000;
let db: Db;
let lease: Lease;

beforeAll(async () => {
  db = createDb({ url: await useTestDatabase(), poolMax: 4, applicationName: 'test' });
});
afterAll(() => db.close());
beforeEach(async () => {
  await sql`truncate transfers, chain_cursors, address_owners, watched_addresses cascade`.execute(db.query);
  await ensureCursor(db.query, 'ERC20');
  lease = (await takeLease(db.query, 'ERC20', 'test')) as Lease;
  for (const key of [BUSY, SHOP, OTHER]) {
    await sql`insert into address_owners (family, address_key) values ('evm', ${key})`.execute(db.query);
    await sql`insert into watched_addresses (family, address_key, reason, ref) values ('evm', ${key}, 'platform', 'test')`.execute(
      db.query,
    );
  }
});

/** `count` transfers to one address, one per block from `from` on. */
const fill = (name: string, toKey: string, count: number, from: number, state = 'unmatched', isBusy = false) =>
  sql`insert into transfers (id, network, family, tx_hash, log_key, log_index, from_address, to_address, to_key, amount, raw, block_number,
                             block_hash, block_time, state, seen_at, is_busy)
      select ${name} || lpad(n::text, 6, '0'), 'ERC20', 'evm', ${name} || n, '0', 0, 'f', 't', ${toKey}, 1, 1, ${from}::int + n, 'h', now(), ${state}, now(),
             ${isBusy} from generate_series(1, ${count}::int) n`.execute(db.query);
const due = async (limit = 100, except: string[] = []) => listDueForFinality(db.query, 'ERC20', FINAL_BLOCK, { limit, except });
const idsOf = (transfers: readonly Transfer[]) => transfers.map(({ id }) => id);

const block: BlockRef = { number: 7, hash: '0xb7', time: new Date() };
const incoming = (toKey: string, n: number): IncomingTransfer => ({
  txHash: `0x${toKey.slice(2, 6)}${n}`,
  logKey: '0',
  logIndex: n,
  fromAddress: 'f',
  toAddress: 't',
  toKey,
  raw: 1_000_000n,
  block,
});
const recording = (batches: number[] = []) => ({
  db,
  outbox: createOutbox({ db, log: createLogger('silent') }),
  clock: systemClock,
  settleTransfers: async (_tx: unknown, changes: readonly unknown[]) => void batches.push(changes.length),
});
const metrics = () =>
  createChainMetrics({ registry: new Registry() } as Metrics, {
    readFigures: async () => [],
    readSpending: async () => [],
    readUnread: async () => [],
  });
function confirming(verdict: (transfer: Transfer) => Verdict, ratePerSecond = 1_000) {
  const asked: string[][] = [];
  const adapter = {
    rereads: true,
    confirm: async (transfers: readonly Transfer[]) => {
      asked.push(idsOf(transfers));
      return new Map(transfers.map((transfer) => [transfer.id, verdict(transfer)]));
    },
  } as Partial<ChainAdapter> as ChainAdapter;
  const settings = { network: 'ERC20', ratePerSecond } as Parameters<typeof createFinalise>[0]['settings'];
  const { run, isDisputed } = createFinalise({ ...recording(), settings, adapter, metrics: metrics(), progress: () => undefined });
  return { asked, finalise: run, isDisputed };
}

test('5,000 transfers at one address: a payment elsewhere is final with the first batch, though it came last', async () => {
  await fill('calm', BUSY, 100, 0); // then it counts as busy
  await fill('busy', BUSY, 4_900, 100, 'unmatched', true);
  await fill('pay', SHOP, 1, 8_000, 'matched');
  await fill('odd', OTHER, 1, 8_000);
  const { asked, finalise } = confirming(() => 'final');
  await finalise(lease, FINAL_BLOCK);
  expect(asked[0]).toContain('pay000001');
  expect(asked[0]?.[0]).toBe('pay000001');
  expect(asked[0]).toContain('odd000001'); // nor does a transfer without an invoice wait behind the flood
  const { rows } = await sql`select 1 from transfers where id = 'pay000001' and final_at is not null`.execute(db.query);
  expect(rows).toHaveLength(1);
});

test('payments come first, busy addresses last and in small portions, and none starves', async () => {
  await fill('pay', SHOP, 500, 0, 'matched');
  await fill('odd', OTHER, 500, 0);
  await fill('busy', BUSY, 500, 0, 'unmatched', true);
  const { transfers, isMore } = await due();
  const count = (name: string) => idsOf(transfers).filter((id) => id.startsWith(name)).length;
  expect([count('pay'), count('odd'), count('busy')]).toEqual([75, 20, 5]);
  expect(isMore).toBe(true);
  await sql`update transfers set final_at = now() where not is_busy`.execute(db.query);
  expect(await due()).toMatchObject({ isMore: false });
  expect((await due()).transfers).toHaveLength(20);
});

test('an undecided transfer does not block the others', async () => {
  await fill('mute', SHOP, 100, 0, 'matched');
  await fill('pay', OTHER, 30, 1_000, 'matched');
  const { asked, finalise } = confirming(({ id }) => (id.startsWith('mute') ? 'wait' : 'final'));
  await finalise(lease, FINAL_BLOCK);
  await finalise(lease, FINAL_BLOCK);
  const { rows } = await sql`select 1 from transfers where id like 'pay%' and final_at is not null`.execute(db.query);
  expect(rows).toHaveLength(30);
  expect(asked.flat().filter((id) => id === 'mute000001')).toHaveLength(1); // asked again seconds later
});

test('a dispute is shown from the second contradiction on, whatever the pace of the polls, until its transfer is gone', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  await fill('odd', SHOP, 1, 0, 'matched');
  const { asked, finalise, isDisputed } = confirming(() => 'disputed');
  await finalise(lease, FINAL_BLOCK);
  expect(isDisputed()).toBe(false);
  for (let poll = 0; poll < 30; poll += 1) {
    vi.advanceTimersByTime(240_000); // the slowest pace
    await finalise(lease, FINAL_BLOCK);
    expect(isDisputed()).toBe(true);
  }
  expect(asked.length).toBeLessThan(25); // 2 s to 5 min apart
  await sql`update transfers set state = 'reorged', reorged_at = now()`.execute(db.query);
  for (let poll = 0; poll < 2; poll += 1) {
    vi.advanceTimersByTime(240_000);
    await finalise(lease, FINAL_BLOCK);
  }
  expect(isDisputed()).toBe(false);
});

test('a batch costs the same with many waiting: each queue is read by its index', async () => {
  await fill('busy', BUSY, 20_000, 0, 'unmatched', true);
  await sql`analyze transfers`.execute(db.query);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select * from transfers where network = 'ERC20' and final_at is null and state in ('seen', 'unmatched', 'ignored') and is_busy
       and block_number <= 9000 order by block_number limit 2000`.execute(db.query);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Scan using transfers_due_busy/);
});

test('a block full of transfers to one address is recorded in chunks, all others first, and the cursor moves with the last', async () => {
  const flood = Array.from({ length: 900 }, (_, n) => incoming(BUSY, n));
  const batches: number[] = [];
  const range = { from: 7, to: 7, checkpoint: block, transfers: [...flood, incoming(SHOP, 901)], zeroValue: 0 };
  const step = { headBlock: 8, finalBlock: 5, caughtUp: true, range };
  await recordRange(recording(batches), lease, { network: 'ERC20', decimals: 6 }, step);
  expect(batches).toEqual([200, 200, 200, 200, 101]);
  const { rows } = await sql<{ key: string; busy: boolean; place: bigint; count: bigint }>`
    select to_key as key, is_busy as busy, min(subject_place) as place, count(*) as count
      from (select t.*, (select e.id from events e where e.payload->>'transferId' = t.id) as subject_place from transfers t) t
     group by 1, 2 order by 3`.execute(db.query);
  expect(rows.find(({ key }) => key === SHOP)).toMatchObject({ busy: false, count: 1n });
  expect(rows.find(({ key, busy }) => key === BUSY && busy)?.count).toBeGreaterThanOrEqual(800n);
  const shop = rows.find(({ key }) => key === SHOP)?.place ?? 0n;
  expect(shop - (rows[0]?.place ?? 0n)).toBeLessThan(200n); // in the first chunk
  // Repeating it changes nothing.
  expect(await recordRange(recording(), lease, { network: 'ERC20', decimals: 6 }, step)).toEqual([]);
});

test('a flood to an unwatched address ends', async () => {
  await sql`delete from watched_addresses where address_key = ${BUSY}`.execute(db.query);
  const range = { from: 7, to: 7, checkpoint: block, transfers: Array.from({ length: 900 }, (_, n) => incoming(BUSY, n)), zeroValue: 0 };
  expect(
    await recordRange(recording(), lease, { network: 'ERC20', decimals: 6 }, { headBlock: 8, finalBlock: 5, caughtUp: true, range }),
  ).toEqual([]);
});

test('an address found busy at registration has the lowest priority from its first transfer on', async () => {
  await sql`update address_owners set is_busy = true, busy_at = now() where address_key = ${OTHER}`.execute(db.query);
  const range = { from: 7, to: 7, checkpoint: block, transfers: [incoming(OTHER, 1), incoming(SHOP, 2)], zeroValue: 0 };
  await recordRange(recording(), lease, { network: 'ERC20', decimals: 6 }, { headBlock: 8, finalBlock: 5, caughtUp: true, range });
  const { rows } = await sql`select to_key as key, is_busy as busy from transfers order by log_index`.execute(db.query);
  expect(rows).toEqual([
    { key: OTHER, busy: true },
    { key: SHOP, busy: false },
  ]);
});

test.each([
  ['matched', false],
  ['unmatched', false],
  ['unmatched', true],
])('a transfer that is %s (busy: %s) awaits finality until it is final', async (state, isBusy) => {
  const awaits = (network: 'ERC20' | 'BEP20') => awaitsFinality(db.query, network, Number.MAX_SAFE_INTEGER);
  expect(await awaits('ERC20')).toBe(false);
  await fill('one', OTHER, 1, 0, state, isBusy);
  expect(await awaits('ERC20')).toBe(true);
  expect(await awaits('BEP20')).toBe(false);
  await sql`update transfers set final_at = now()`.execute(db.query);
  expect(await awaits('ERC20')).toBe(false);
});

test('a backlog is confirmed in portions of five seconds by the rate of the plan, one at a time while blocks are left to read', async () => {
  await fill('pay', SHOP, 200, 0, 'matched');
  const { asked, finalise } = confirming(() => 'final', 10);
  expect(await finalise(lease, FINAL_BLOCK, false)).toBe(true);
  expect(asked.map((ids) => ids.length)).toEqual([25]);
  expect(await finalise(lease, FINAL_BLOCK, true)).toBe(true);
  expect(asked.map((ids) => ids.length)).toHaveLength(4);
});
