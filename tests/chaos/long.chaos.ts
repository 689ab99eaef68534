import { writeFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { randomRun } from './random-run';

declare module 'vitest' {
  interface ProvidedContext {
    chaos: { seed: number; minutes: number; chains: string; report: string };
  }
}

const { seed, minutes, chains, report } = inject('chaos');

test(
  `seed ${seed}, ${minutes} minutes`,
  async () => {
    const { text, tally } = await randomRun({
      seed,
      seconds: minutes * 60,
      processes: 3,
      chains: chains === 'real' ? 'real' : 'simulated',
    });
    process.stdout.write(`${text}\n`);
    if (report !== '') writeFileSync(report, JSON.stringify(tally));
    expect(text).toContain('all invariants hold');
  },
  (minutes + 10) * 60_000,
);
