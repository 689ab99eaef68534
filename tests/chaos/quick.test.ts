import { expect, test } from 'vitest';
import { randomRun } from './random-run';

test('a short random run with faults ends with every payment credited once and the books in balance', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  process.stdout.write(`chaos seed ${seed}: npm run chaos -- --only-random --seed=${seed} --minutes=0.2\n`);
  expect(await randomRun({ seed, seconds: 12, processes: 1 })).toContain('all invariants hold');
}, 300_000);
