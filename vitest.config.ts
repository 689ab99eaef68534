import { defineConfig } from 'vitest/config';

/** Plays the browser by replacing timers for a whole process. */
const ALONE = ['tests/chaos/live-pages.test.ts'];
const server = {
  globalSetup: ['apps/server/test/global-setup.ts'],
  setupFiles: ['apps/server/test/setup.ts'],
  environment: 'node',
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 25_000 } },
} as const;

/** Two kinds: what needs the database shares one cluster; the rest runs bare. Browser tests have a runner of their own. */
export default defineConfig({
  test: {
    reporters: ['default'],
    // Tests wait for the database, for processes and for time as much as they compute: three files at once where there are two cores.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...server,
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'apps/sandbox/**/*.test.ts', 'tests/{chaos,samples}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', ...ALONE],
          isolate: false, // reading the whole server anew for each of a hundred files took as long as half of the tests
        },
      },
      { test: { ...server, name: 'server-alone', include: ALONE } },
      {
        test: {
          name: 'packages',
          include: ['packages/{contract,rules,sdk}/**/*.test.ts', 'tests/{tidy,bench}/**/*.test.ts'],
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
      'apps/web',
    ],
  },
});
