import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/parts/database';
import { createDb, type Queryable, type Tx } from '../../platform/db/db';
import type { DeliveryId } from '../../platform/id-types';
import { type ClaimedDelivery, claimDue, type DoneAttempt, freeExpired, giveBack, pauseEndpoint, recordAttempts } from './dispatch.queries';

const url = await useTestDatabase();
const db = createDb({ url, poolMax: 3, applicationName: 'test' });
await sql`alter table callback_deliveries drop constraint callback_deliveries_invoice_id_fkey`.execute(db.query); // no invoices here
afterAll(() => db.close());
beforeEach(async () => {
  await sql`truncate callback_attempts, callback_deliveries, callback_endpoints`.execute(db.query);
});

const BACKLOG = 20_000;
const NOW = new Date('2026-06-01T00:00:00Z');
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
let queued = 0;

async function queue(endpoint: string, count: number, tx: Queryable = db.query, dueAt = NOW): Promise<void> {
  queued += 1;
  await sql`
    insert into callback_deliveries (id, invoice_id, store_id, event, url, endpoint, body, due_at, created_at)
    select 'cbk_' || ${queued}::integer || '_' || n, 'inv_' || ${queued}::integer || '_' || n, 'str_1', 'completed', '', ${endpoint}, '{}', ${dueAt}, ${NOW}
      from generate_series(1, ${count}::integer) n`.execute(tx);
}
const claim = (options: { max?: number; without?: string[]; now?: Date; tx?: Queryable } = {}): Promise<ClaimedDelivery[]> =>
  claimDue(options.tx ?? db.query, {
    now: options.now ?? NOW,
    max: options.max ?? 64,
    leaseToken: randomUUID(),
    without: options.without ?? [],
  });
const receivers = (claimed: readonly ClaimedDelivery[]): string[] => claimed.map(({ endpoint }) => endpoint).sort();
const endpoints = async () =>
  (await sql<{ endpoint: string; due_at: Date }>`select endpoint, due_at from callback_endpoints order by 1`.execute(db.query)).rows;
const attempt = (delivery: ClaimedDelivery, outcome: 'delivered' | 'timeout', at = NOW): DoneAttempt => ({
  delivery,
  at,
  outcome,
  httpStatus: outcome === 'delivered' ? 200 : null,
  durationMs: 1,
  response: null,
  ends: outcome === 'delivered' ? 'delivered' : null,
  dueAt: outcome === 'delivered' ? null : inSeconds(5),
});

type Rows = { readonly read: number; readonly written: number };

async function counted(tx: Tx, table: string): Promise<Rows> {
  const { rows } = await sql<Rows>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read, (n_tup_ins + n_tup_upd + n_tup_del)::integer as written
      from pg_stat_xact_user_tables where relname = ${table}`.execute(tx);
  return rows[0] as Rows;
}

/** Rows of the tables that the work has read and written, as counted by the database. */
const touchedBy = (work: (tx: Tx) => Promise<unknown>): Promise<{ deliveries: Rows; endpoints: Rows }> =>
  db.transaction(async (tx) => {
    const count = async () => [await counted(tx, 'callback_deliveries'), await counted(tx, 'callback_endpoints')] as const;
    const before = await count();
    await work(tx);
    const after = await count();
    const difference = (n: 0 | 1): Rows => ({ read: after[n].read - before[n].read, written: after[n].written - before[n].written });
    return { deliveries: difference(0), endpoints: difference(1) };
  });

describe('with a large backlog', () => {
  test('a claim reads what it claims, not what waits for receivers that are busy or paused', async () => {
    await queue('busy', BACKLOG);
    await queue('paused', BACKLOG);
    await queue('well', 20);
    await sql`analyze callback_deliveries`.execute(db.query); // three receivers have everything: statistics suggest reading it all
    await pauseEndpoint(db.query, 'paused', NOW);
    const { deliveries } = await touchedBy(async (tx) => {
      expect(receivers(await claim({ tx, without: ['busy'] }))).toEqual(Array(20).fill('well'));
    });
    expect(deliveries.written).toBe(20);
    expect(deliveries.read).toBeLessThan(200);
  });

  test('a claim from the backlog itself reads no more', async () => {
    await queue('busy', BACKLOG);
    await sql`analyze callback_deliveries`.execute(db.query);
    const { deliveries } = await touchedBy(async (tx) => expect(await claim({ tx })).toHaveLength(64));
    expect(deliveries.read).toBeLessThan(400);
  });

  test('pausing a receiver writes one row', async () => {
    await queue('hangs', BACKLOG);
    const { deliveries, endpoints: receiver } = await touchedBy((tx) => pauseEndpoint(tx, 'hangs', NOW));
    expect([deliveries.written, receiver.written]).toEqual([0, 1]);
  });
});

test('a callback that is committed after a claim looked for more is claimed by the next', async () => {
  await queue('shop', 1);
  let committed = () => {};
  const isWritten = new Promise<void>((written) => {
    void db.transaction(async (tx) => {
      await queue('shop', 1, tx);
      written();
      await new Promise<void>((resolve) => {
        committed = resolve;
      });
    });
  });
  await isWritten;
  expect(await claim()).toHaveLength(1);
  expect(await claim()).toHaveLength(0);
  committed();
  await expect.poll(() => claim()).toHaveLength(1);
  expect(await endpoints()).toEqual([]); // nothing waits any more
});

test('a claim takes from all receivers evenly, and from the one that has waited longest first', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await queue(name, 100, db.query, inSeconds(-name.charCodeAt(0)));
  expect(receivers(await claim({ max: 8 }))).toEqual(['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd']);
  expect(receivers(await claim({ max: 2 }))).toEqual(['c', 'd']);
});

test('a paused receiver gets nothing, then two until it answers', async () => {
  await queue('slow', 10);
  await pauseEndpoint(db.query, 'slow', NOW);
  expect(await claim({ now: inSeconds(29) })).toEqual([]);
  const [first, second] = (await claim({ now: inSeconds(61) })) as [ClaimedDelivery, ClaimedDelivery];
  await db.transaction((tx) => recordAttempts(tx, [attempt(first, 'timeout', inSeconds(61))]));
  expect(await claim({ now: inSeconds(61) })).toHaveLength(2);
  await db.transaction((tx) => recordAttempts(tx, [attempt(second, 'delivered', inSeconds(61))]));
  expect(await claim({ now: inSeconds(61) })).toHaveLength(7); // all but one delivered and two leased, and that which timed out is due again
});

test('what is given back, freed or recorded for later is found again at its time', async () => {
  await queue('shop', 3);
  const held = await claim();
  expect(await endpoints()).toEqual([]);
  await db.transaction((tx) => recordAttempts(tx, [attempt(held[0] as ClaimedDelivery, 'timeout')]));
  expect(await endpoints()).toEqual([{ endpoint: 'shop', due_at: inSeconds(5) }]);
  await giveBack(db.query, [held[1] as ClaimedDelivery]);
  expect((await claim()).map(({ id }) => id)).toEqual([held[1]?.id]);
  await sql`update callback_deliveries set lease_until = now() - interval '1 second' where id = ${held[2]?.id}`.execute(db.query);
  await giveBack(db.query, [{ ...(held[2] as ClaimedDelivery), leaseToken: randomUUID() }]); // of another worker
  expect(await claim()).toEqual([]);
  await freeExpired(db.query);
  expect((await claim()).map(({ id }): DeliveryId => id)).toEqual([held[2]?.id]);
  expect((await claim({ now: inSeconds(5) })).map(({ id }) => id)).toEqual([held[0]?.id]);
});
