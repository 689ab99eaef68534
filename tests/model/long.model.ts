import { inject, test } from 'vitest';
import { randomRun } from './run';

declare module 'vitest' {
  interface ProvidedContext {
    model: { minutes: number; seed: number };
  }
}

const { minutes, seed } = inject('model');
/** Starting, and comparing everything at the end, on a busy machine. */
const MINUTES_MORE = 4;

test(
  `${minutes} minutes of random operations have the results that the model predicts`,
  async () => {
    const endAt = Date.now() + minutes * 60_000;
    process.stdout.write(`${await randomRun({ seed, isOver: () => Date.now() >= endAt })}\n`);
  },
  (minutes + MINUTES_MORE) * 60_000,
);
