import { expect, test } from 'vitest';
import { randomRun } from './run';

const OPERATIONS = 150;

test('random operations of customers, shops and chains have the results that a simple model predicts', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  process.stdout.write(`model seed ${seed}: npm run model -- --seed ${seed} --minutes 1\n`);
  expect(await randomRun({ seed, isOver: (operations) => operations >= OPERATIONS })).toContain(`${OPERATIONS} operations`);
}, 300_000);
