import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { claimDue, pauseEndpoint } from '../../../apps/server/src/modules/callbacks/dispatch.queries';
import { createDb } from '../../../apps/server/src/platform/db/db';
import type { Bench, BenchRow } from '../frame/bench';
import { withBenchCluster } from '../frame/cluster';
import { interleave, logLogSlope, median, spreadOf } from '../frame/statistics';

/** B30: claiming while very many callbacks are due for a receiver that hangs and for one at its limit, against a database without them. */
const RATIO_MAX = 1.5;
const SLOPE_MAX = 0.05;
const WAL_BYTES_MAX = 1_024;
const CLAIMED = 64;

const insertSql = (prefix: string, endpoint: string, rows: number) => `
  insert into callback_deliveries (id, invoice_id, store_id, event, url, endpoint, body, due_at, created_at)
  select '${prefix}' || n, 'inv_${prefix}' || n, 'str_1', 'completed', 'https://shop.example/callback', ${endpoint}, '{}', now(), now()
    from generate_series(1, ${rows}) n`;

async function openBacklog(url: string, due: number) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const db = createDb({ url, poolMax: 1, applicationName: 'bench' });
  await client.query('alter table callback_deliveries drop constraint callback_deliveries_invoice_id_fkey'); // there are no invoices
  await client.query(insertSql('cbk_h', `case when n % 2 = 0 then 'hangs' else 'busy' end`, due));
  await client.query('vacuum analyze callback_deliveries');
  const pause = async () => {
    await client.query('select pg_current_xact_id()'); // ends what the insert left to write
    const lsn = async () => (await client.query<{ lsn: string }>('select pg_current_wal_insert_lsn() as lsn')).rows[0]?.lsn;
    const before = await lsn();
    await pauseEndpoint(db.query, 'hangs', new Date(Date.now() + 86_400_000)); // beyond the end of this run
    const { rows } = await client.query<{ bytes: number }>('select ($1::pg_lsn - $2::pg_lsn)::integer as bytes', [await lsn(), before]);
    return rows[0]?.bytes ?? 0;
  };
  let round = 0;
  return {
    due,
    pause,
    claim: async () => {
      round += 1;
      await client.query(insertSql(`cbk_w${round}_`, `'shop-' || n % 16`, CLAIMED));
      const startedAt = performance.now();
      const claimed = await claimDue(db.query, { now: new Date(), max: CLAIMED, leaseToken: randomUUID(), without: ['busy'] });
      const tookMs = performance.now() - startedAt;
      if (claimed.length !== CLAIMED) throw new Error(`${claimed.length} of ${CLAIMED} were claimed`);
      await client.query(
        `update callback_deliveries set outcome = 'delivered', ended_at = now(), lease_until = null, lease_token = null where id like 'cbk_w${round}_%'`,
      );
      return tookMs;
    },
    close: async () => {
      await client.end();
      await db.close();
    },
  };
}
type Backlog = Awaited<ReturnType<typeof openBacklog>>;

async function measure(backlogs: readonly Backlog[], rounds: number): Promise<BenchRow[]> {
  const wal: number[] = [];
  for (const backlog of backlogs) {
    await backlog.pause(); // a page is written whole the first time after a checkpoint
    wal.push(await backlog.pause());
  }
  const contenders = backlogs.map((backlog) => ({ name: String(backlog.due), round: backlog.claim }));
  await interleave(contenders, 3);
  const figures = await interleave(contenders, rounds);
  const of = (due: number) => figures.get(String(due)) ?? [];
  const [empty, ...full] = backlogs.map(({ due }) => due);
  const slope = logLogSlope(full.map((due) => ({ size: due, cost: median(of(due)) })));
  const other = of(empty ?? 0);
  return full.map((due, index) => {
    const [ours, bytes] = [of(due), wal[index + 1] ?? Number.POSITIVE_INFINITY];
    const ratio = median(ours) / median(other);
    return {
      id: 'B30',
      name: `${CLAIMED} callbacks claimed, ${due} due for a hanging and a busy receiver (a pause: ${bytes} bytes of WAL)`,
      unit: 'ms',
      ours: median(ours),
      other: median(other),
      otherName: 'none waiting',
      ratio,
      target: `at most ${RATIO_MAX}, ${WAL_BYTES_MAX} bytes`,
      passes: ratio <= RATIO_MAX && bytes <= WAL_BYTES_MAX,
      growth: { slope, sizes: full, allowed: SLOPE_MAX },
      spread: { ours: spreadOf(ours), other: spreadOf(other) },
    };
  });
}

export const bench: Bench = {
  ids: ['B30'],
  run: (context) =>
    withBenchCluster(async (cluster) => {
      const sizes = context.pick({
        quick: [0, 1_000, 10_000, 50_000, 100_000],
        default: [0, 1_000, 10_000, 100_000, 1_000_000],
        full: [0, 1_000, 10_000, 100_000, 1_000_000],
      });
      const backlogs: Backlog[] = [];
      for (const due of sizes) {
        context.say(`${due} due`);
        backlogs.push(await openBacklog(await cluster.createDatabase(`backlog_${due}`), due));
      }
      try {
        return await measure(backlogs, context.pick({ quick: 50, default: 200, full: 200 }));
      } finally {
        for (const each of backlogs) await each.close();
      }
    }),
};
