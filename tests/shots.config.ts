import { defineConfig } from '@playwright/test';
import base from './playwright.config';

/** The same product, browser and list of screens as the tests; pictures instead of assertions. */
export default defineConfig(base, { testMatch: 'looks/shots.ts', retries: 0, timeout: 600_000, reporter: [['line']] });
