import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUsers } from '../../../../test/ledger';
import { useTestDatabase } from '../../../../test/parts/database';
import { AppError } from '../../../platform/app-error';
import { manualClock } from '../../../platform/clock';
import { createDb, type Db, type Tx } from '../../../platform/db/db';
import type { HoldId, UserId } from '../../../platform/id-types';
import { createLedgerService, type LedgerService, type Posted } from '../ledger.service';

const CONNECTIONS = 16;
const RUNS = 60;
const STEPS_MAX = 120;
const USERS = 3;

/** Moves by some hours at many steps, so that days end at arbitrary points. */
const clock = manualClock('2026-01-01T00:00:00Z');
let db: Db;
let ledger: LedgerService;
let serial = 0;
let steps = 0;

beforeAll(async () => {
  db = createDb({ url: await useTestDatabase(), poolMax: CONNECTIONS, applicationName: 'test' });
  ledger = createLedgerService({ db, clocks: { business: clock, real: clock }, timeZone: 'Asia/Ho_Chi_Minh' });
});
afterAll(() => db.close());

const OPERATIONS = [
  'credit',
  'hold',
  'capture',
  'captureSome',
  'captureMany',
  'release',
  'releaseMany',
  'charge',
  'refund',
  'takeBack',
  'adjust',
] as const;
const step = fc.record({
  operation: fc.constantFrom(...OPERATIONS),
  user: fc.integer({ min: 0, max: USERS - 1 }),
  amount: fc.bigInt({ min: 1n, max: 60n }),
  pick: fc.nat(),
  /** Called twice concurrently with the same key. */
  twice: fc.boolean(),
  /** The caller's transaction fails after the posting. */
  rollBack: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const ROLLED_BACK = new Error('the caller failed after the posting');

/** The expected state, computed from the answers only. */
type Expected = { net: bigint; readonly open: Map<HoldId, bigint> };
type Run = { readonly users: readonly UserId[]; readonly expected: readonly Expected[] };

type Answer = Posted | HoldId | undefined;
type Call = { work: (tx: Tx) => Promise<Answer>; succeeded: (answer: Answer) => void };

/** Some open holds of all users, in random order, ended in one statement. */
function callOfMany({ expected }: Run, { operation, pick }: Step): Call {
  const all = expected.flatMap((mine) => [...mine.open].map(([holdId, held]) => ({ mine, holdId, held })));
  const some = all.filter((_, index) => (pick >> (index % 16)) % 2 === 0).slice(0, 6);
  if (pick % 3 === 0) some.reverse();
  const ids = some.map(({ holdId }) => holdId);
  return {
    work: async (tx) => {
      await (operation === 'captureMany' ? ledger.captureMany(tx, ids) : ledger.releaseMany(tx, ids));
      return undefined;
    },
    succeeded: () => {
      for (const { mine, holdId, held } of some) {
        if (mine.open.delete(holdId) && operation === 'captureMany') mine.net -= held;
      }
    },
  };
}

function callOf(run: Run, step: Step): Call | undefined {
  serial += 1;
  const { users, expected } = run;
  const { operation, user, amount, pick } = step;
  const mine = expected[user];
  const userId = users[user];
  if (mine === undefined || userId === undefined) return undefined;
  const movement = { userId, amountMicros: amount, reference: `r${serial}`, idempotencyKey: `prop:${serial}` };
  const gains = (gain: bigint) => () => {
    mine.net += gain;
  };
  const [holdId, held] = [...mine.open][pick % Math.max(mine.open.size, 1)] ?? [];
  switch (operation) {
    case 'credit':
      return { work: (tx) => ledger.credit(tx, { ...movement, reason: 'USDT top-up', from: 'usdt_clearing' }), succeeded: gains(amount) };
    case 'refund':
      return { work: (tx) => ledger.refund(tx, movement), succeeded: gains(amount) };
    case 'charge':
      return { work: (tx) => ledger.charge(tx, movement), succeeded: gains(-amount) };
    case 'takeBack':
      return { work: (tx) => ledger.takeBack(tx, { ...movement, to: 'usdt_clearing' }), succeeded: gains(-amount) };
    case 'adjust': {
      const signed = pick % 2 === 0 ? amount : -amount;
      return { work: (tx) => ledger.adjust(tx, { ...movement, amountMicros: signed }), succeeded: gains(signed) };
    }
    case 'captureMany':
    case 'releaseMany':
      return callOfMany(run, step);
    case 'hold':
      return { work: (tx) => ledger.hold(tx, movement), succeeded: (answer) => void mine.open.set(answer as HoldId, amount) };
    case 'capture':
    case 'captureSome':
    case 'release': {
      if (holdId === undefined || held === undefined) return undefined;
      const part = operation === 'captureSome' && amount < held ? amount : undefined;
      const capture = (tx: Tx) => ledger.capture(tx, holdId, part === undefined ? {} : { amountMicros: part });
      return {
        work: operation === 'release' ? (tx) => ledger.release(tx, holdId) : capture,
        succeeded: () => {
          if (mine.open.delete(holdId)) mine.net -= operation === 'release' ? 0n : (part ?? held);
        },
      };
    }
  }
}

/** Only spending may lack balance, and only a hold can have ended differently. */
const refusalOf = (operation: Step['operation']): string | undefined => {
  if (operation === 'hold' || operation === 'adjust') return 'insufficient_balance';
  return operation.startsWith('release') || operation.startsWith('capture') ? 'conflict' : undefined;
};

async function perform(call: Call, { operation, twice, rollBack, pick }: Step): Promise<void> {
  clock.advance((pick % 4) * 3_600_000);
  const once = () =>
    db.transaction(async (tx) => {
      const answer = await call.work(tx);
      if (rollBack) throw ROLLED_BACK;
      return answer;
    });
  const results = await Promise.allSettled(twice ? [once(), once()] : [once()]);
  steps += results.length;
  const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  for (const result of results) {
    if (result.status === 'rejected' && result.reason !== ROLLED_BACK) {
      expect(result.reason).toBeInstanceOf(AppError);
      expect((result.reason as AppError).code).toBe(refusalOf(operation));
    }
  }
  if (answers.length === 0) return;
  const ids = answers.map((answer) => (typeof answer === 'object' ? answer.entryId : answer));
  expect(new Set(ids).size).toBe(1); // one key, one entry, one answer
  call.succeeded(answers[0]);
}

async function performAll(run: Run, all: readonly Step[]): Promise<void> {
  const queue = [...all];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const call = callOf(run, next);
      if (call !== undefined) await perform(call, next);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
}

type Row = { version: bigint; balance: bigint; receivable: bigint; held: bigint; b: bigint; h: bigint; o: bigint };

/** The invariants again, in plain code independent of the ledger's own check. */
async function verify(userId: UserId, expected: Expected): Promise<void> {
  const { rows } = await sql<Row>`
    select version, balance_delta as balance, receivable_delta as receivable, held_delta as held,
           balance_after as b, held_after as h, owed_after as o
      from ledger_entries where account_id = (select id from ledger_accounts where user_id = ${userId}) order by version`.execute(db.query);
  let mustSettle = false;
  let state = { version: 0n, b: 0n, h: 0n, o: 0n };
  for (const row of rows) {
    expect(row.version).toBe(state.version + 1n);
    expect([row.b, row.h, row.o]).toEqual([state.b + row.balance, state.h + row.held, state.o - row.receivable]);
    expect(row.h >= 0n && row.b >= row.h && row.o >= 0n).toBe(true);
    if (mustSettle) expect(row.receivable > 0n).toBe(true);
    mustSettle = row.balance > 0n && row.o > 0n && row.b > row.h; // a credit while there is debt
    state = row;
  }
  expect(mustSettle).toBe(false);
  const { balance, held, owed } = await ledger.getBalance(userId);
  expect({ balance, held, owed }).toEqual({ balance: state.b, held: state.h, owed: state.o });
  expect(balance - owed).toBe(expected.net);
  expect(held).toBe([...expected.open.values()].reduce((sum, amount) => sum + amount, 0n));
}

test('however postings interleave, nothing is lost, invented or overdrawn', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: STEPS_MAX }), async (all) => {
      serial += 1;
      const users = await addUsers(db, USERS, `prop${serial}x`);
      const run = { users, expected: users.map((): Expected => ({ net: 0n, open: new Map() })) };
      await performAll(run, all);
      for (const [index, userId] of users.entries()) await verify(userId, run.expected[index] as Expected);
      expect((await ledger.check('incremental')).faults).toEqual([]);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(steps).toBeGreaterThan(3_000);
  const check = await ledger.check('full');
  expect(check.faults).toEqual([]);
  const { rows } = await sql<{ total: bigint }>`select sum(amount)::bigint as total from ledger_legs`.execute(db.query);
  expect(rows[0]?.total).toBe(0n);
}, 60_000);
