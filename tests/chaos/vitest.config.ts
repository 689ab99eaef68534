import { defineConfig } from 'vitest/config';

/**
 * What `npm run chaos` runs alone: the faults that need root, and the long random run; it passes the seed, the duration, the chains, and
 * where the counts go.
 */
const seed = Number.parseInt(process.env.CHAOS_SEED ?? '1', 10);
const minutes = Number.parseFloat(process.env.CHAOS_MINUTES ?? '10');

export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: ['tests/chaos/*.chaos.ts'],
    globalSetup: ['apps/server/test/global-setup.ts'],
    setupFiles: ['apps/server/test/setup.ts'],
    environment: 'node',
    hookTimeout: 120_000,
    provide: { chaos: { seed, minutes, chains: process.env.CHAOS_CHAINS ?? 'simulated', report: process.env.CHAOS_REPORT ?? '' } },
  },
});
