import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** The whole product, started by its own command on a separate data folder, in a real browser. */
const port = 18_080 + (process.pid % 1000);
const baseURL = `http://localhost:${process.env.E2E_PORT ?? port}`;
const dataDir = process.env.E2E_DATA_DIR ?? `/tmp/stablegate-e2e-${port}`;
// Playwright evaluates this file again in each worker: they must use the first one's choice.
process.env.E2E_PORT ??= String(port);
process.env.E2E_DATA_DIR ??= dataDir;
const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: './e2e',
  outputDir: '../test-results',
  timeout: 120_000,
  expect: { timeout: 30_000 },
  workers: 3, // pages wait for blocks and messages as much as they draw
  forbidOnly: true,
  retries: 1, // what passes only on retry has failed (scripts/lib/suite.mjs); its trace shows why
  reporter: [['list'], ['json']],
  use: {
    baseURL,
    viewport: { width: 1280, height: 800 },
    actionTimeout: 60_000, // otherwise what can never be clicked is reported as the test's time limit, without its name
    trace: 'on-first-retry', // recording each test costs a third of the processor
    launchOptions: {
      ...(executablePath !== undefined && existsSync(executablePath) ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node scripts/start.mjs --fresh',
    cwd: '..',
    env: { PORT: process.env.E2E_PORT, DATA_DIR: dataDir, RATE_LIMIT_SCALE: '1000', PAYMENT_LINK_PROOF_BITS: '10' },
    url: `${baseURL}/ready`,
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
});
