import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { startTestChain } from '../../../../test/parts/chain';
import { createTestDatabase } from '../../../../test/parts/database';
import { createScanner, cursorOf, type Scanner, topicsOf, transfersOf, until, untilRead, watch } from '../../../../test/scanner';
import { displayAddress } from '../addresses/addresses';
import { fence, LeaseLost, releaseLease, takeLease } from './cursors.queries';

const ALICE = displayAddress('evm', `0x${'a1'.repeat(20)}`);
const chain = await startTestChain();
const opened: Scanner[] = [];
const drops: (() => Promise<void>)[] = [];
let databaseUrl: string;
let startBlock: number;

const head = async () => (await chain.call<{ head: { number: number } }>('sandbox_info')).head.number;
function open(parts: Parameters<typeof createScanner>[2] = {}): Scanner {
  const scanner = createScanner(databaseUrl, [chain.settings('ERC20', { startBlock })], parts);
  opened.push(scanner);
  return scanner;
}
const holderOf = async ({ db }: Scanner) =>
  (await sql<{ holder: string | null; epoch: bigint }>`select holder, epoch from chain_cursors`.execute(db.query)).rows[0];

beforeEach(async () => {
  const database = await createTestDatabase();
  databaseUrl = database.url;
  drops.push(database.drop);
  startBlock = (await head()) + 1;
});
afterEach(async () => {
  for (const scanner of opened.splice(0)) await scanner.stopWatching();
});
afterAll(async () => {
  for (const drop of drops) await drop();
});

test('F22: two processes on one chain: one watches, the other takes over when it stops, nothing is recorded twice', async () => {
  const [first, second] = [open(), open()];
  await watch(first, 'ERC20', ALICE);
  first.startWatching();
  await chain.pay('ERC20', ALICE, 1_000_000n);
  await until(async () => expect(await transfersOf(first.db)).toHaveLength(1));
  second.startWatching();
  const before = await holderOf(first);
  await chain.pay('ERC20', ALICE, 2_000_000n);
  await until(async () => expect(await transfersOf(first.db)).toHaveLength(2));
  expect(await holderOf(first)).toEqual(before);
  await first.stopWatching();
  await until(async () => expect((await holderOf(second))?.epoch).toBe((before?.epoch ?? 0n) + 1n));
  await chain.pay('ERC20', ALICE, 3_000_000n);
  await chain.mine(2);
  await until(async () => expect((await topicsOf(second.db)).filter((topic) => topic === 'transfer.final')).toHaveLength(3));
  expect((await transfersOf(second.db)).map((row) => row.amount)).toEqual([1_000_000n, 2_000_000n, 3_000_000n]);
});

test('F23: a holder paused beyond its lease cannot write any more', async () => {
  const scanner = open();
  await watch(scanner, 'ERC20', ALICE);
  scanner.startWatching();
  await chain.mine();
  await untilRead(scanner, 'ERC20', await head());
  // The lease expires while the process is paused, and another one takes over.
  await sql`update chain_cursors set lease_until = now() - interval '1 second', holder = 'someone else', epoch = epoch + 1`.execute(
    scanner.db.query,
  );
  await sql`update chain_cursors set lease_until = now() + interval '1 minute'`.execute(scanner.db.query);
  const stood = await cursorOf(scanner.db, 'ERC20');
  await chain.pay('ERC20', ALICE, 5_000_000n);
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect(await transfersOf(scanner.db)).toEqual([]);
  expect(await cursorOf(scanner.db, 'ERC20')).toEqual(stood);
  await sql`update chain_cursors set lease_until = null, holder = null`.execute(scanner.db.query);
  await until(async () => expect(await transfersOf(scanner.db)).toHaveLength(1));
});

test('F22, F23: a write under an old epoch is refused inside its transaction', async () => {
  const scanner = open();
  await scanner.db.query.insertInto('chain_cursors').values({ network: 'ERC20' }).execute();
  const old = await takeLease(scanner.db.query, 'ERC20', 'paused');
  expect(await takeLease(scanner.db.query, 'ERC20', 'other')).toBeUndefined();
  if (old === undefined) throw new Error('the lease was free');
  await sql`update chain_cursors set lease_until = now() - interval '1 second'`.execute(scanner.db.query);
  const next = await takeLease(scanner.db.query, 'ERC20', 'other');
  expect(next?.epoch).toBe(old.epoch + 1n);
  await expect(scanner.db.transaction((tx) => fence(tx, old))).rejects.toThrow(LeaseLost);
  await releaseLease(scanner.db.query, old); // no effect on the new holder
  expect((await holderOf(scanner))?.holder).toBe('other');
});

test('F4: interrupted anywhere between reading and the commit, nothing is half done and nothing is lost', async () => {
  let failures = 3;
  const scanner = open({
    settleTransfers: async () => {
      if (failures > 0) {
        failures -= 1;
        throw new Error('the process dies here');
      }
    },
  });
  await watch(scanner, 'ERC20', ALICE);
  scanner.startWatching();
  const { txHash, blockNumber } = await chain.pay('ERC20', ALICE, 5_000_000n);
  await until(async () => expect((await cursorOf(scanner.db, 'ERC20')).error).toBe('the process dies here'));
  expect(await transfersOf(scanner.db)).toEqual([]);
  expect(await topicsOf(scanner.db)).toEqual([]);
  expect((await cursorOf(scanner.db, 'ERC20')).next).toBeLessThanOrEqual(blockNumber);
  await until(async () => expect(await transfersOf(scanner.db)).toMatchObject([{ tx_hash: txHash }]));
  expect(await topicsOf(scanner.db)).toEqual(['transfer.seen']);
  // The commit succeeded, but the process died before it knew: the next one reads the same blocks again.
  await sql`update chain_cursors set next_block = ${blockNumber}`.execute(scanner.db.query);
  await chain.mine(3);
  await untilRead(scanner, 'ERC20', await head());
  expect(await transfersOf(scanner.db)).toHaveLength(1);
  expect((await topicsOf(scanner.db)).filter((topic) => topic === 'transfer.seen')).toHaveLength(1);
});
