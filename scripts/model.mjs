// npm run model [-- --seed 7 | --seeds 1..10] [--minutes 10]: random operations against a simple model of the product (tests/model), seed by
// seed; `npm test` has a short run.
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { seedsOf } from './lib/seeds.mjs';
import { bin, run, say } from './lib/steps.mjs';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, seeds: { type: 'string' }, minutes: { type: 'string', default: '10' } },
});
const seeds = seedsOf(values.seeds ?? values.seed ?? String(Math.floor(Math.random() * 2 ** 31)));
const MINUTES_MORE = 5; // starting, and comparing everything at the end

await ensureInstalled();
const failed = [];
for (const seed of seeds) {
  const env = { ...process.env, MODEL_SEED: seed, MODEL_MINUTES: values.minutes };
  const { ok } = await run(bin('vitest'), ['run', '--project', 'model'], { minutes: Number(values.minutes) + MINUTES_MORE, env });
  if (!ok) failed.push(seed);
}
say(failed.length === 0 ? `${seeds.length} seeds, no difference.` : `Differences with seed ${failed.join(', ')}.`);
process.exit(failed.length === 0 ? 0 : 1);
