/// <reference types="vitest/config" />
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { billPage } from './vite/bill-page.ts';
import { groups, withoutFirstFiles } from './vite/chunks.ts';
import { contractParts } from './vite/contract-parts.ts';
import { flagFiles } from './vite/flag-files.ts';
import { guides } from './vite/guides/guides.ts';
import { layerOrder } from './vite/layer-order.ts';
import { noInjectedStyles } from './vite/no-injected-styles.ts';
import { payTexts } from './vite/pay-texts.ts';
import { precompressed } from './vite/precompressed.ts';
import { routerForProduction } from './vite/router-for-production.ts';
import { sizeBudget } from './vite/size-budget.ts';
import { startTexts } from './vite/start-texts.ts';

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const server = process.env.API_URL ?? 'http://localhost:8080';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    react(),
    flagFiles(),
    guides(),
    billPage(),
    contractParts(),
    routerForProduction(),
    noInjectedStyles(),
    layerOrder(),
    payTexts(),
    startTexts(),
    precompressed(),
    // The payment page may have 100 KB in total; HTML and styles take 7. What a route of the app loads is measured in Chromium
    // (tests/e2e/first-load); this is its first wave.
    sizeBudget({ app: 117_500, pay: 92_000 }),
  ],
  // The app's own page /api must stay with the app, so only the base of the calls is proxied.
  server: { proxy: { '/api/v1': { target: server, ws: true } } },
  preview: { proxy: { '/api/v1': { target: server, ws: true } } },
  // The kit has no build; its tests run here, with the same plugins that its code is built with.
  test: {
    name: 'web',
    setupFiles: ['test/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}', '../../packages/ui/src/**/*.test.{ts,tsx}'],
    environment: 'node',
    testTimeout: 30_000, // the first test of a file may import a whole page, on a busy machine
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Files, never data: URLs, so that the content security policy can stay at 'self'.
    assetsInlineLimit: 0,
    // The polyfill would be an inline script; every supported browser has modulepreload.
    modulePreload: { polyfill: false, resolveDependencies: withoutFirstFiles },
    rolldownOptions: {
      input: { app: page('index.html'), pay: page('pay.html') },
      output: {
        // Short names, and the shortest hash for so many files: every page lists most of them.
        chunkFileNames: ({ name }) => `assets/${name.replace('.screen', '')}-[hash:7].js`,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { groups },
        // Browsers may compile all of React on another thread while it arrives, instead of each function when it is first called: nearly all of
        // them are. https://v8.dev/blog/explicit-compile-hints
        postBanner: ({ name }) => (name === 'react' ? '//# allFunctionsCalledOnLoad' : ''),
      },
    },
  },
});
