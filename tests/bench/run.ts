import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { NETWORKS } from '@stablegate/contract';
import { numberOption } from '../number-option';
import { measureBytes } from './bytes/bytes-per-invoice';
import { type Bench, type BenchRow, type BenchSize, createBenchContext } from './frame/bench';
import { writeResults } from './frame/results';
import { benchTable, fallsShort } from './frame/table';
import { measureOutage } from './rpc/outage-cost';
import { measureRpcCost, SCENARIO_NAMES } from './rpc/rpc-cost';

/**
 * `npm run bench [-- B4 B7] [--quick | --full] [--minutes n]`: every `*.bench.ts` below this folder, one after the other, each with its peer in
 * the same run. Ends with one table, also written to `results/` with commit and machine (not under version control: `git add -f` keeps one);
 * exit code 1 when a figure misses its target. Peers whose code is not ours to ship (pgledger) are read from where BENCH_PEERS points, and
 * printed as absent otherwise. `npm run bench -- rpc [--minutes=10]` counts calls to nodes instead, in a separate table.
 * `npm run bench -- outage` counts them while a gateway catches up after an hour, and `npm run bench -- bytes [--invoices=10000]` measures what an invoice occupies in the database.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean' },
    full: { type: 'boolean' },
    minutes: { type: 'string' },
    invoices: { type: 'string', default: '10000' },
    payments: { type: 'string', default: '1000' },
    networks: { type: 'string', default: NETWORKS.join(',') },
    scenarios: { type: 'string', default: SCENARIO_NAMES.join(',') },
  },
});
const minutes = values.minutes === undefined ? undefined : numberOption('minutes', values.minutes, 0.1);
const say = (line: string) => void process.stdout.write(`${line}\n`);
if (positionals.includes('outage')) {
  const networks = values.networks.split(',');
  const isWhole = await measureOutage({ payments: numberOption('payments', values.payments, 1), minutes: minutes ?? 60, networks }, say);
  process.exit(isWhole ? 0 : 1);
}
if (positionals.includes('rpc')) {
  const holds = await measureRpcCost(minutes ?? 10, values.scenarios.split(','), say);
  process.exit(holds ? 0 : 1);
}
if (positionals.includes('bytes')) {
  await measureBytes(numberOption('invoices', values.invoices, 100), say);
  process.exit(0);
}
const size: BenchSize = values.full === true ? 'full' : values.quick === true ? 'quick' : 'default';

async function loadBenches(): Promise<Bench[]> {
  const files = readdirSync(import.meta.dirname, { encoding: 'utf8', recursive: true }).filter((file) => file.endsWith('.bench.ts'));
  const modules = await Promise.all(files.map((file) => import(join(import.meta.dirname, file)) as Promise<{ bench: Bench }>));
  const number = (bench: Bench) => Number.parseInt(bench.ids[0]?.slice(1) ?? '0', 10);
  return modules.map(({ bench }) => bench).sort((a, b) => number(a) - number(b));
}

const benches = await loadBenches();
const unknown = positionals.filter((id) => !benches.some((bench) => bench.ids.includes(id)));
if (unknown.length > 0) {
  process.stderr.write(`There is no benchmark ${unknown.join(', ')}. There are ${benches.flatMap(({ ids }) => ids).join(', ')}.\n`);
  process.exit(2);
}

const rows: BenchRow[] = [];
let failures = 0;
const startedAt = performance.now();
const minutesSince = (at: number): number => (performance.now() - at) / 60_000;
for (const bench of benches.filter(({ ids }) => positionals.length === 0 || ids.some((id) => positionals.includes(id)))) {
  process.stderr.write(`${bench.ids.join(', ')}\n`);
  const beganAt = performance.now();
  try {
    rows.push(...(await bench.run(createBenchContext(size, minutes))));
  } catch (error) {
    failures += 1; // one failure must not hide the figures of the others
    process.stderr.write(`${bench.ids.join(', ')} broke: ${error instanceof Error ? error.stack : String(error)}\n`);
  }
  process.stderr.write(`  ${(minutesSince(beganAt) * 60).toFixed(0)} s\n`);
}
process.stdout.write(`${benchTable(rows)}\n`);
const file = writeResults(rows, { size, ids: positionals, minutes: minutesSince(startedAt) });
process.stderr.write(`${relative(process.cwd(), file)}\n`);
process.exit(failures > 0 || rows.some(fallsShort) ? 1 : 0);
