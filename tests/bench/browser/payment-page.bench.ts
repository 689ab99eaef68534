import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from '@playwright/test';
import { sql } from 'kysely';
import { findFreePort } from '../../../apps/sandbox/src/postgres/free-port';
import { type App, createApp } from '../../../apps/server/src/app';
import { loadConfig } from '../../../apps/server/src/config';
import { createLogger } from '../../../apps/server/src/platform/log';
import { bareShop } from '../../../apps/server/test/bare-shop';
import type { Bench, BenchContext, BenchRow } from '../frame/bench';
import { buildAll, withBrowser } from '../frame/browser';
import { withBenchCluster } from '../frame/cluster';
import { median, spreadOf } from '../frame/statistics';
import { standInFiles } from './stand-in-page';

/**
 * B22: the payment page as production serves it, against a replica of BTCPay's checkout from the same server, in Chromium with a processor
 * four times slower and a slow 4G line; each load with an empty cache.
 */
const SHARE_MAX = 0.6;
const BYTES_MAX = 100_000;
const FIRST_BYTE_MAX = 2;
/** DevTools' slow 4G: 1.6 Mbit/s and 150 ms, adjusted per request. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 188_743, uploadThroughput: 84_375 };
const BILL_PATH = '/bill/benchbenchbenchbenchbench';
const SETTLE_MS = 2_500;

type Load = { readonly lcp: number; readonly bytes: number; readonly blocked: number };

async function load(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const counted = new Set<string>();
  let bytes = 0;
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    // Page, style and script, before the live updates; also the replica's texts, which its first paint needs.
    const isCounted = ['Document', 'Stylesheet', 'Script'].includes(type) || response.url.includes('/stand-in/');
    if (isCounted && !response.url.includes('live-channel')) counted.add(requestId);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (counted.has(requestId)) bytes += encodedDataLength;
  });
  await page.addInitScript(() => {
    const seen = { lcp: 0, blocked: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.lcp = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.blocked += Math.max(0, entry.duration - 50);
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.getByText('0x').first().waitFor();
  await page.waitForTimeout(SETTLE_MS);
  const found = await page.evaluate(() => (window as never as { seen: { lcp: number; blocked: number } }).seen);
  await context.close();
  return { ...found, bytes };
}

/** Without the slow line, which would hide it; from a separate process. */
async function firstBytes(url: string): Promise<{ ours: number[]; other: number[] }> {
  const client = join(import.meta.dirname, 'first-byte-client.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', client, `${url}${BILL_PATH}`, `${url}/stand-in/`]);
  return JSON.parse(stdout) as { ours: number[]; other: number[] };
}

const BILL = [
  ...bareShop('bench_u', 'str_bench', 'Hanoi Roasters'),
  `insert into invoices (id, trans_id, store_id, user_id, input_hash, name, amount, fee, fee_charged, payable, paid, status, networks, addresses,
       success_url, created_at, expires_at, monitor_until)
     values ('inv_bench', 'benchbenchbenchbenchbench', 'str_bench', 'bench_u', ''::bytea, 'Order 10480', 129900000, 649500, false, 130549500, 0,
       'WAITING', array['BEP20', 'TRON'], array['0x7C4f1bE29a08dD3365c1B9e4F0aA82d67E5130C9', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
       'https://shop.example/thanks', now(), now() + interval '1 hour', now() + interval '25 hours')`,
];

async function startSite(databaseUrl: string, dataDir: string): Promise<{ app: App; url: string }> {
  const url = `http://localhost:${await findFreePort()}`;
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    PORT: new URL(url).port,
    PUBLIC_URL: url,
    HOST: 'localhost',
  };
  const app = await createApp(loadConfig(env), createLogger('silent'), {
    extend: (_route, { server }) => {
      for (const [path, { type, plain, gzipped }] of Object.entries(standInFiles)) {
        server.get(path, async (request, reply) => {
          const isPacked = String(request.headers['accept-encoding']).includes('gzip');
          void reply.type(type).header('content-security-policy', "default-src 'self'");
          return isPacked ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(plain);
        });
      }
    },
  });
  for (const statement of BILL) await sql.raw(statement).execute(app.platform.db.query);
  await app.start(['api']);
  return { app, url };
}

const row = (
  name: string,
  unit: string,
  ours: readonly number[],
  other: readonly number[],
  target: string,
  passes: (ratio: number) => boolean,
): BenchRow => {
  const ratio = median(ours) / median(other);
  return {
    id: 'B22',
    name,
    unit,
    ours: median(ours),
    other: median(other),
    otherName: 'stand-in of 168 KB',
    ratio,
    target,
    passes: passes(ratio),
    spread: { ours: spreadOf(ours), other: spreadOf(other) },
  };
};

async function compare(context: BenchContext, url: string): Promise<BenchRow[]> {
  const rounds = context.pick({ quick: 5, default: 7, full: 9 });
  const [ours, other]: [Load[], Load[]] = [[], []];
  await withBrowser(async (browser) => {
    for (let round = 0; round < rounds; round += 1) {
      other.push(await load(browser, `${url}/stand-in/`));
      ours.push(await load(browser, `${url}${BILL_PATH}`));
    }
  });
  const first = await firstBytes(url);
  const of = (key: keyof Load): [number[], number[]] => [ours.map((each) => each[key]), other.map((each) => each[key])];
  context.say(`main thread blocked for ${median(of('blocked')[0]).toFixed(0)} ms, stand-in ${median(of('blocked')[1]).toFixed(0)} ms`);
  return [
    row('payment page: amount and address on screen (LCP)', 'ms', ...of('lcp'), `at most ${SHARE_MAX}`, (ratio) => ratio <= SHARE_MAX),
    row('payment page: HTML, styles and script', 'bytes', ...of('bytes'), `at most ${SHARE_MAX}, and ${BYTES_MAX}`, (ratio) => {
      return ratio <= SHARE_MAX && median(of('bytes')[0]) <= BYTES_MAX;
    }),
    row(
      'payment page: first byte, rendered from the database',
      'ms',
      first.ours,
      first.other,
      `at most ${FIRST_BYTE_MAX}`,
      (ratio) => ratio <= FIRST_BYTE_MAX,
    ),
  ];
}

export const bench: Bench = {
  ids: ['B22'],
  run: (context) =>
    withBenchCluster(async (cluster) => {
      buildAll();
      const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-bench-page-'));
      const { app, url } = await startSite(await cluster.createDatabase('page'), dataDir);
      try {
        return await compare(context, url);
      } finally {
        await app.stop();
        rmSync(dataDir, { recursive: true, force: true });
      }
    }),
};
