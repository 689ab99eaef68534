import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { API_BASE } from '@stablegate/contract';
import pg from 'pg';
import { findFreePort } from '../../../apps/sandbox/src/postgres/free-port';
import { type App, createApp } from '../../../apps/server/src/app';
import { loadConfig } from '../../../apps/server/src/config';
import { createLogger } from '../../../apps/server/src/platform/log';
import type { Bench, BenchContext, BenchRow } from '../frame/bench';
import { buildAll, withBrowser } from '../frame/browser';
import { type BenchCluster, withBenchCluster } from '../frame/cluster';
import { compare } from '../frame/compare';
import { assertBalanced } from '../frame/ledger-check';
import { interleave, median } from '../frame/statistics';
import { seedAdmin, usernameOf } from '../lists/admin-data';

/**
 * B23, second part: how long the back office's list of very many merchants takes to answer a key or a click on the screen (INP: the longest
 * interaction), in Chromium with a processor four times slower; against the same list of a thousand.
 */
const INP_MS_MAX = 200;
const SLOWER = 4;
const ADMIN = { username: 'benchadmin', password: 'Blue-Kettle-42' };

/** The longest interaction so far: from the key or click to the next frame. */
async function watchInteractions(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { longest: 0 };
    Object.assign(window, { interactions: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId > 0) seen.longest = Math.max(seen.longest, entry.duration);
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  });
  return () => page.evaluate(() => (window as never as { interactions: { longest: number } }).interactions.longest);
}

/** What an operator does there: filters by name, takes the filter back, turns the page, takes longer pages, and scrolls. */
async function use(page: Page, storeName: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Bộ lọc' });
  const rows = page.getByRole('row');
  await page.goto('/admin/stores');
  await rows.nth(5).waitFor();
  await form.getByLabel('Tên cửa hàng', { exact: true }).pressSequentially(storeName, { delay: 30 });
  await form.getByRole('button', { name: 'Lọc', exact: true }).click();
  await rows.filter({ hasText: storeName }).first().waitFor();
  await form.getByLabel('Tên cửa hàng', { exact: true }).fill('');
  await form.getByRole('button', { name: 'Lọc', exact: true }).click();
  await rows.nth(5).waitFor();
  await page.getByRole('combobox', { name: 'Số dòng mỗi trang' }).click();
  await page.getByRole('option', { name: '50 / trang' }).click();
  await rows.nth(40).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await page.waitForTimeout(500); // the observer reports after the frame
}

type Site = { readonly merchants: number; readonly url: string; readonly app: App; readonly databaseUrl: string; close(): Promise<void> };

async function openSite(cluster: BenchCluster, merchants: number): Promise<Site> {
  const databaseUrl = await cluster.createDatabase(`merchants_${merchants}`);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await seedAdmin(client, { users: merchants, logLines: merchants, deposits: merchants / 10 });
  await client.end();
  const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-bench-list-'));
  const url = `http://localhost:${await findFreePort()}`;
  const env = { STABLEGATE_MODE: 'sandbox', DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const place = { PORT: new URL(url).port, PUBLIC_URL: url, HOST: 'localhost', RATE_LIMIT_SCALE: '1000' };
  const app = await createApp(loadConfig({ ...env, ...place }), createLogger('silent'));
  await app.start(['api']);
  const close = async () => {
    await app.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { merchants, url, app, databaseUrl, close };
}

async function signInAsAdmin(context: BrowserContext, { app }: Site): Promise<void> {
  const post = async (path: string, body: object) => {
    const answer = await context.request.post(`${API_BASE}${path}`, body);
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  };
  const { query } = app.platform.db;
  const known = await query.selectFrom('users').select('id').where('username', '=', ADMIN.username).executeTakeFirst();
  if (known === undefined) await post('/auth/signup', { data: { ...ADMIN, email: 'admin@bench.example' } });
  const verified = { role: 'ADMIN', email_verified_at: new Date() } as const;
  await query.updateTable('users').set(verified).where('username', '=', ADMIN.username).execute();
  await post('/auth/login', { form: ADMIN });
}

async function interact(browser: Browser, site: Site): Promise<number> {
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1280, height: 800 } });
  await signInAsAdmin(context, site);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const longest = await watchInteractions(page);
  await use(page, `of ${usernameOf(site.merchants - 7)}`);
  const ms = await longest();
  await context.close();
  return ms;
}

async function run(cluster: BenchCluster, context: BenchContext): Promise<readonly BenchRow[]> {
  buildAll();
  const sizes = [1_000, 100_000];
  const sites: Site[] = [];
  try {
    for (const merchants of sizes) sites.push(await openSite(cluster, merchants));
    const rounds = context.pick({ quick: 2, default: 5, full: 5 });
    const figures = await withBrowser((browser) =>
      interleave(
        sites.map((site) => ({ name: String(site.merchants), round: () => interact(browser, site) })),
        rounds,
      ),
    );
    for (const { databaseUrl } of sites) await assertBalanced(databaseUrl);
    const [few = [], many = []] = sizes.map((merchants) => figures.get(String(merchants)));
    const row = compare({
      id: 'B23',
      name: 'list of 100,000 merchants: longest of its interactions (INP)',
      unit: 'ms',
      ours: many,
      other: few,
      otherName: 'the list of 1,000',
    });
    return [{ ...row, target: `at most ${INP_MS_MAX} ms`, passes: median(many) <= INP_MS_MAX }];
  } finally {
    for (const site of sites) await site.close();
  }
}

export const bench: Bench = { ids: ['B23'], run: (context) => withBenchCluster((cluster) => run(cluster, context)) };
