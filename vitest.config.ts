import { defineConfig } from 'vitest/config';
import { numberOption } from './tests/number-option';

/** Simulates a browser by replacing timers for a whole process. */
const ALONE = ['tests/chaos/live-pages.test.ts'];
const server = {
  globalSetup: ['apps/server/test/global-setup.ts'],
  setupFiles: ['apps/server/test/setup.ts'],
  environment: 'node',
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 25_000 } },
} as const;

/** `npm test` takes five minutes for it, `npm run chaos -- --soak` an hour. */
const soak = {
  minutes: numberOption('minutes', process.env.SOAK_MINUTES ?? '5', 0.1),
  seed: Number.parseInt(process.env.SOAK_SEED ?? '1', 10),
  report: process.env.SOAK_REPORT ?? '',
};

/** A short run is in `npm test`; `npm run model` takes ten minutes for each seed. */
const model = {
  minutes: numberOption('minutes', process.env.MODEL_MINUTES ?? '10', 0.1),
  seed: numberOption('seed', process.env.MODEL_SEED ?? '1', 0),
};

/** Two kinds: tests that need the database share one cluster; the rest run without. Browser tests have a separate runner. */
export default defineConfig({
  test: {
    reporters: ['default'],
    // Tests wait for the database, for processes and for time as much as they compute: three concurrent files on two cores.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...server,
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'apps/sandbox/**/*.test.ts', 'tests/{attack,chaos,model,samples}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', ...ALONE],
          isolate: false, // loading the whole server for each of a hundred files took as long as half of the tests
        },
      },
      { test: { ...server, name: 'server-alone', include: ALONE } },
      {
        test: {
          name: 'packages',
          include: ['packages/{contract,rules,sdk}/**/*.test.ts', 'tests/{tidy,bench,cluster,soak}/**/*.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'life-cycle',
          include: ['tests/life-cycle/**/*.test.ts'],
          environment: 'node',
          testTimeout: 180_000,
          hookTimeout: 120_000, // stopping a whole sandbox on a busy machine
          fileParallelism: false,
        },
      },
      { test: { ...server, name: 'soak', include: ['tests/soak/*.soak.ts'], provide: { soak } } },
      { test: { ...server, name: 'model', include: ['tests/model/*.model.ts'], provide: { model } } },
      'apps/web',
    ],
  },
});
