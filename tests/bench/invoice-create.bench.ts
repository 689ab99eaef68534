import { randomInt } from 'node:crypto';
import { firstCandidates } from '@stablegate/rules';
import { firstIdAt } from '../../apps/server/src/platform/ids';
import type { Bench, BenchContext, BenchRow } from './frame/bench';
import { withBenchCluster } from './frame/cluster';
import { runPgbench, writeScript } from './frame/pgbench';
import { interleave, logLogSlope, median, percentile, spreadOf } from './frame/statistics';
import { get, type LoadResult, load, postJson } from './http-load';
import { type InvoiceSite, openSite } from './invoice-site';

/**
 * B4: creating invoices over HTTP against the same statement by pgbench, on the same database, with a growing number of open invoices. B5:
 * repeating the same creation against reading the invoice.
 */
const CLIENTS = 8;
const RATIO_MIN = 0.6;
const P99_RATIO_MAX = 3;
const SLOPE_MAX = 0.05;
const REPLAY_MAX = 1.2;
const NAME = 'Ethiopia Guji';

let orders = 0;
const storeOf = ({ stores }: InvoiceSite) => stores[randomInt(stores.length)] as InvoiceSite['stores'][number];
/** Unique amounts: customers' carts differ. */
const newOrder = () => {
  orders += 1;
  return { name: NAME, amount: `${1 + randomInt(500_000)}.${randomInt(10_000)}`, request_id: `bench-${process.pid}-${orders}` };
};

const createOver = (site: InvoiceSite, seconds: number): Promise<LoadResult> => {
  const next = () => postJson('/api/v1/payment/invoice', { 'x-api-key': storeOf(site).apiKey }, newOrder());
  return load({ port: site.port, clients: CLIENTS, seconds, next, expect: 201 });
};

/**
 * One script per store, of which pgbench picks one at random for every creation. A server's parameters are variables here, so that both
 * sides parse the same; there are as many candidates.
 */
function sameStatement({ stores }: InvoiceSite): readonly string[] {
  const candidates = firstCandidates(0n, () => 0).length;
  const order = `concat_ws('-', :run::text, :client_id::text, :n::text)`;
  return stores.map(({ storeId, userId }) =>
    writeScript('create-invoice', [
      '\\set n :n + 1',
      '\\set amount random(1000000, 500000000000) / 100 * 100',
      '\\set fee :amount / 200',
      '\\set base (:amount + :fee + 99) / 100 * 100',
      `select * from create_invoice(jsonb_build_object(
         'id', '${firstIdAt('invoice', new Date())}' || :run::text || lpad(:client_id::text, 4, '0') || lpad(:n::text, 12, '0'), 'trans_id', md5(${order}), 'store_id', '${storeId}',
         'user_id', '${userId}', 'request_id', 'p-' || ${order}, 'input_hash', '\\x00', 'name', '${NAME}', 'amount', :amount::text,
         'fee', :fee::text, 'charged_from', '-infinity', 'networks', array['BEP20', 'TRON', 'POLYGON'],
         'candidates', array(select :base::bigint + n * 100 from generate_series(0, ${candidates - 1}) n)::text, 'ahead_ms', 0,
         'expiry_minutes', 15, 'monitoring_minutes', 1440, 'name_searched', '${NAME.toLowerCase()}'));`,
    ]),
  );
}

type Side = { readonly rates: number[]; readonly p99Ms: number[] };
type Compared = { readonly open: number; readonly ours: Side; readonly sql: Side };

async function measureCreation(sites: readonly InvoiceSite[], context: BenchContext): Promise<Compared[]> {
  const seconds = context.pick({ quick: 2, default: 4, full: 4 });
  const statement = { clients: CLIENTS, seconds, prepared: true };
  const record = (side: Side, { perSecond, latenciesMs }: LoadResult): number => {
    side.p99Ms.push(percentile(latenciesMs, 0.99));
    side.rates.push(perSecond);
    return perSecond;
  };
  const compared = sites.map(({ open }): Compared => ({ open, ours: { rates: [], p99Ms: [] }, sql: { rates: [], p99Ms: [] } }));
  for (const site of sites) await createOver(site, context.pick({ quick: 6, default: 12, full: 12 })); // JIT warm-up
  const contenders = sites.flatMap((site, place) => {
    const scripts = sameStatement(site);
    const { ours, sql } = compared[place] as Compared;
    return [
      { name: `${site.open} ours`, round: async () => record(ours, await createOver(site, seconds)) },
      { name: `${site.open} sql`, round: async () => record(sql, await runPgbench(site.url, { ...statement, scripts })) },
    ];
  });
  await interleave(contenders, context.pick({ quick: 3, default: 7, full: 7 }));
  return compared;
}

type Figure = { readonly name: string; readonly unit: string; readonly ours: readonly number[]; readonly other: readonly number[] };

const rowOf = ({ name, unit, ours, other }: Figure) => ({
  id: 'B4',
  name,
  unit,
  ours: median(ours),
  other: median(other),
  otherName: 'the same SQL by pgbench',
  ratio: median(ours) / median(other),
  spread: { ours: spreadOf(ours), other: spreadOf(other) },
});

function rateRows(compared: readonly Compared[]): BenchRow[] {
  const slope = logLogSlope(compared.map(({ open, ours }) => ({ size: open, cost: 1 / median(ours.rates) })));
  const growth = { slope, sizes: compared.map(({ open }) => open), allowed: SLOPE_MAX };
  return compared.map(({ open, ours, sql }) => {
    const row = rowOf({ name: `POST /payment/invoice with ${open} open`, unit: 'per s', ours: ours.rates, other: sql.rates });
    return { ...row, target: `at least ${RATIO_MIN}`, passes: row.ratio >= RATIO_MIN, growth };
  });
}

const latencyRows = (compared: readonly Compared[]): BenchRow[] =>
  compared.map(({ open, ours, sql }) => {
    const row = rowOf({ name: `the same, p99 with ${open} open`, unit: 'ms', ours: ours.p99Ms, other: sql.p99Ms });
    return { ...row, target: `at most ${P99_RATIO_MAX}`, passes: row.ratio <= P99_RATIO_MAX };
  });

/** One connection: latency, not load. */
async function compareReplay(site: InvoiceSite, context: BenchContext): Promise<BenchRow> {
  const headers = { 'x-api-key': storeOf(site).apiKey };
  const create = postJson('/api/v1/payment/invoice', headers, newOrder());
  const one = async (next: string, expect: number, seconds: number) =>
    median((await load({ port: site.port, clients: 1, seconds, next: () => next, expect })).latenciesMs);
  const made = await fetch(`http://127.0.0.1:${site.port}/api/v1/payment/invoice`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: create.slice(create.indexOf('\r\n\r\n') + 4),
  });
  const { data } = (await made.json()) as { data: { trans_id: string } };
  const read = get(`/api/v1/payment/invoice/${data.trans_id}`, headers);
  const figures = await interleave(
    [
      { name: 'replay', round: () => one(create, 200, 1) },
      { name: 'read', round: () => one(read, 200, 1) },
    ],
    context.pick({ quick: 5, default: 9, full: 9 }),
  );
  const [ours, other] = [figures.get('replay') ?? [], figures.get('read') ?? []];
  const ratio = median(ours) / median(other);
  return {
    id: 'B5',
    name: `the same creation again, p50 of ${ours.length} rounds (p99 of them ${percentile(ours, 0.99).toFixed(2)})`,
    unit: 'ms',
    ours: median(ours),
    other: median(other),
    otherName: 'GET by id',
    ratio,
    target: `at most ${REPLAY_MAX}`,
    passes: ratio <= REPLAY_MAX,
  };
}

export const bench: Bench = {
  ids: ['B4', 'B5'],
  run: (context) =>
    withBenchCluster(async (cluster) => {
      const sizes = context.pick({
        quick: [100, 1_000, 10_000, 100_000],
        default: [100, 10_000, 100_000, 1_000_000],
        full: [100, 10_000, 100_000, 1_000_000],
      });
      const sites: InvoiceSite[] = [];
      try {
        for (const open of sizes) {
          sites.push(await openSite(await cluster.createDatabase(`create_${open}`), open));
          context.say(`${open} open invoices are there`);
        }
        const compared = await measureCreation(sites, context);
        return [...rateRows(compared), ...latencyRows(compared), await compareReplay(sites[0] as InvoiceSite, context)];
      } finally {
        for (const site of sites) await site.close();
      }
    }),
};
