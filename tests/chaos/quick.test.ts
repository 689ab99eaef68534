import { expect, test } from 'vitest';
import { randomRun } from './random-run';

const newSeed = (chains: string): number => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  process.stdout.write(`chaos seed ${seed}: npm run chaos -- --only-random --seed=${seed} --minutes=0.3 --chains=${chains}\n`);
  return seed;
};

test('a short random run on simulated nodes of all networks ends with every payment credited once and balanced books', async () => {
  const { text } = await randomRun({ seed: newSeed('simulated'), seconds: 20, processes: 1, chains: 'simulated' });
  expect(text).toContain('all invariants hold');
}, 300_000);

test('so does a shorter one on a real EVM node', async () => {
  const { text } = await randomRun({ seed: newSeed('real'), seconds: 8, processes: 1, chains: 'real' });
  expect(text).toContain('all invariants hold');
}, 300_000);
