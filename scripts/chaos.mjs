// npm run chaos [-- --seed=N | --seeds=1..10] [--minutes=N] [--only-random] [--chains=simulated|real]: every fault of the list once, then
// the seeded random run on each seed; a table at the end. `-- --soak [--minutes=60]` instead: a mixed load without faults, by which memory,
// descriptors and latency stay as they are.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { FAULTS, WITHOUT_TEST } from './lib/faults.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { seedsOf } from './lib/seeds.mjs';
import { bin, root, run, say } from './lib/steps.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    minutes: { type: 'string' },
    soak: { type: 'boolean', default: false },
    chains: { type: 'string', default: 'simulated' },
    'only-random': { type: 'boolean', default: false },
  },
});

const minutes = values.minutes ?? (values.soak ? '60' : '10');
const seeds = seedsOf(values.seeds ?? values.seed ?? String(Math.floor(Math.random() * 2 ** 31)));
const resultsDir = join(root, '.cache/results');

/** Fault numbers of a title: "F22, F23: …" or a group of that name. */
const numbersIn = (title) => [...title.matchAll(/\bF(\d+)\b(?=[,:])/g)].map(([, number]) => Number.parseInt(number, 10));

const CONFIG = ['--config', 'tests/chaos/vitest.config.ts'];

async function runFaults(name, args, rows) {
  const file = join(resultsDir, `${name}.json`);
  rmSync(file, { force: true });
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { ok } = await run(bin('vitest'), ['run', ...args, ...report], { minutes: 30 });
  for (const suite of JSON.parse(readFileSync(file, 'utf8')).testResults) {
    for (const { fullName, status } of suite.assertionResults) {
      if (status !== 'passed' && status !== 'failed') continue;
      for (const number of numbersIn(fullName)) {
        const row = rows.get(number) ?? { passed: 0, failed: 0 };
        row[status] += 1;
        rows.set(number, row);
      }
    }
  }
  return ok;
}

async function listedFaults() {
  const rows = new Map();
  const usual = await runFaults('faults', ['--project', 'server*', '--project', 'packages', '-t', '\\bF\\d+[,:]'], rows);
  const isRoot = process.getuid?.() === 0;
  const asRoot = !isRoot || (await runFaults('faults-as-root', [...CONFIG, 'full-disk.chaos.ts', 'full-log.chaos.ts'], rows));
  return { ok: usual && asRoot, rows };
}

await ensureInstalled();
await ensureBuilt();
mkdirSync(resultsDir, { recursive: true });
if (values.soak) {
  const env = { ...process.env, SOAK_MINUTES: minutes, SOAK_REPORT: join(resultsDir, 'soak.json'), SOAK_SEED: values.seed ?? '1' };
  const { code } = await run(bin('vitest'), ['run', '--project', 'soak'], { minutes: Number.parseFloat(minutes) + 20, env });
  process.exit(code);
}
const listed = values['only-random'] ? { ok: true, rows: new Map() } : await listedFaults();

async function randomRun(seed) {
  const report = join(resultsDir, `chaos-${seed}.json`);
  rmSync(report, { force: true });
  say(`\nSeed ${seed}: npm run chaos -- --only-random --seed=${seed} --minutes=${minutes} --chains=${values.chains}`);
  const { ok } = await run(bin('vitest'), ['run', ...CONFIG, 'long.chaos.ts'], {
    minutes: Number.parseFloat(minutes) + 15,
    env: { ...process.env, CHAOS_SEED: seed, CHAOS_MINUTES: minutes, CHAOS_CHAINS: values.chains, CHAOS_REPORT: report },
  });
  const tally = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : [];
  const sum = (name) => tally.reduce((total, row) => total + row[name], 0);
  const counts = `${sum('sent')} = ${sum('matched')} + ${sum('unmatched')} + ${sum('ignored')} + ${sum('reorged')}`;
  return { seed, ok, counts: tally.length === 0 ? '' : counts };
}

const runs = [];
for (const seed of seeds) runs.push(await randomRun(seed));
/** One row per fault, whether it has a test or not. */
function faultRow(name, index) {
  const number = index + 1;
  const row = listed.rows.get(number);
  if (row === undefined) return `| F${number} | ${name} | 0 | no test: ${WITHOUT_TEST[number] ?? 'not written yet'} |`;
  return `| F${number} | ${name} | ${row.passed + row.failed} | ${row.failed === 0 ? 'survived' : `${row.failed} failed`} |`;
}
if (!values['only-random']) {
  say('\n| fault | what | tests | result |\n| --- | --- | --- | --- |');
  for (const [index, name] of FAULTS.entries()) say(faultRow(name, index));
  const tested = FAULTS.filter((_, index) => listed.rows.has(index + 1)).length;
  say(`${tested} of ${FAULTS.length} faults have a numbered test.`);
}
say(`\n| seed, ${minutes} min, ${values.chains} | sent = matched + unmatched + ignored + reorged | result |\n| --- | --- | --- |`);
for (const { seed, ok, counts } of runs) say(`| ${seed} | ${counts} | ${ok ? 'all invariants hold' : 'failed'} |`);
process.exit(listed.ok && runs.every(({ ok }) => ok) ? 0 : 1);
