import { expect, inject, test } from 'vitest';
import { randomRun } from './random-run';

declare module 'vitest' {
  interface ProvidedContext {
    chaos: { seed: number; minutes: number };
  }
}

const { seed, minutes } = inject('chaos');

test(
  `seed ${seed}, ${minutes} minutes`,
  async () => {
    const report = await randomRun({ seed, seconds: minutes * 60, processes: 3 });
    process.stdout.write(`${report}\n`);
    expect(report).toContain('all invariants hold');
  },
  (minutes + 10) * 60_000,
);
