import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { numberOption } from '../number-option';
import { type Bench, type BenchRow, type BenchSize, createBenchContext } from './frame/bench';
import { benchTable, rowPasses } from './frame/table';
import { measureRpcCost, SCENARIO_NAMES } from './rpc/rpc-cost';

/**
 * `npm run bench [-- B4 B7] [--quick | --full] [--json file] [--minutes n]`: every `*.bench.ts` below this folder, one after the other, each with its
 * peer in the same run. Ends with one table, and the same as JSON; exit code 1 when a figure misses its target. `npm run bench -- rpc
 * [--minutes=10]` counts calls to nodes instead, in a separate table.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean' },
    full: { type: 'boolean' },
    json: { type: 'string', default: 'bench.json' },
    minutes: { type: 'string' },
    scenarios: { type: 'string', default: SCENARIO_NAMES.join(',') },
  },
});
const minutes = values.minutes === undefined ? undefined : numberOption('minutes', values.minutes, 0.1);
if (positionals.includes('rpc')) {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const holds = await measureRpcCost(minutes ?? 10, values.scenarios.split(','), say);
  process.exit(holds ? 0 : 1);
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
for (const bench of benches.filter(({ ids }) => positionals.length === 0 || ids.some((id) => positionals.includes(id)))) {
  process.stderr.write(`${bench.ids.join(', ')}\n`);
  try {
    rows.push(...(await bench.run(createBenchContext(size, minutes))));
  } catch (error) {
    failures += 1; // one failure must not hide the figures of the others
    process.stderr.write(`${bench.ids.join(', ')} broke: ${error instanceof Error ? error.stack : String(error)}\n`);
  }
}
process.stdout.write(`${benchTable(rows)}\n`);
writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
process.exit(failures > 0 || rows.some((row) => !rowPasses(row)) ? 1 : 0);
