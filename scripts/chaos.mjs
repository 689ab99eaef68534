// npm run chaos [-- --seed=N --minutes=N --only-random]: every fault of the list once, then the seeded random run; a table at the end.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { bin, root, run, say } from './lib/steps.mjs';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, minutes: { type: 'string', default: '10' }, 'only-random': { type: 'boolean', default: false } },
});
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
const resultsDir = join(root, '.cache/results');

/** Fault numbers of a title: "F22, F23: …" or a group of that name. */
const numbersIn = (title) => [...title.matchAll(/\bF(\d+)\b(?=[,:])/g)].map(([, number]) => Number.parseInt(number, 10));

async function listedFaults() {
  const file = join(resultsDir, 'faults.json');
  rmSync(file, { force: true });
  const args = ['run', '--project', 'server*', '-t', '\\bF\\d+[,:]', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { ok } = await run(bin('vitest'), args, { minutes: 30 });
  const rows = new Map();
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
  return { ok, rows };
}

await ensureInstalled();
await ensureBuilt();
mkdirSync(resultsDir, { recursive: true });
const listed = values['only-random'] ? { ok: true, rows: new Map() } : await listedFaults();
say(`\nThe random run has seed ${seed}: npm run chaos -- --only-random --seed=${seed} --minutes=${values.minutes}`);
const random = await run(bin('vitest'), ['run', '--config', 'tests/chaos/vitest.config.ts'], {
  minutes: Number.parseFloat(values.minutes) + 15,
  env: { ...process.env, CHAOS_SEED: seed, CHAOS_MINUTES: values.minutes },
});
say('\n| fault | tests | result |\n| --- | --- | --- |');
for (const [number, { passed, failed }] of [...listed.rows].sort(([a], [b]) => a - b))
  say(`| F${number} | ${passed + failed} | ${failed === 0 ? 'survived' : `${failed} failed`} |`);
say(`| random, seed ${seed}, ${values.minutes} min | 1 | ${random.ok ? 'all invariants hold' : 'failed'} |`);
process.exit(listed.ok && random.ok ? 0 : 1);
