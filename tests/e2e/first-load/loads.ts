import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from '@playwright/test';

export type Loaded = {
  readonly url: string;
  readonly type: string;
  readonly cached: boolean /** On the wire, with its head. */;
  readonly bytes: number;
};
export type Ready = (page: Page) => Promise<unknown>;

/** Everything a page has loaded once it is quiet, as Chromium reports it. */
export async function visit(context: BrowserContext, path: string, ready: Ready): Promise<Loaded[]> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  const cached = new Set<string>();
  const received = new Map<string, number>();
  const seen = new Map<string, { url: string; type: string }>();
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    seen.set(requestId, { url: response.url, type });
    if (response.fromDiskCache === true) cached.add(requestId);
  });
  cdp.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => received.set(requestId, encodedDataLength));
  await page.goto(path);
  await ready(page);
  await page.waitForLoadState('networkidle');
  const loaded = [...seen].map(([id, each]) => ({ ...each, cached: cached.has(id), bytes: received.get(id) ?? Number.NaN }));
  await page.close();
  return loaded;
}

export const isAsset = ({ url }: Loaded): boolean => new URL(url).pathname.startsWith('/assets/');

export const ROUTES = {
  login: { path: '/login', ready: (page: Page) => page.getByLabel('Username').waitFor() },
  dashboard: { path: '/', ready: (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor() },
};

export async function billIsLive(page: Page, address: string): Promise<void> {
  await page.getByText(address.slice(0, 6)).first().waitFor();
  // Fetched once the page has nothing else to do, which may be after it was quiet.
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/live-channel')));
}

/** The console's scripts, and their gzipped bytes, compressed as the build does. */
export async function scriptsOf(context: BrowserContext, loaded: readonly Loaded[]): Promise<{ urls: string[]; bytes: number }> {
  const urls = loaded.map(({ url }) => url).filter((url) => /\/assets\/.*\.js$/.test(url));
  const sizes = await Promise.all(urls.map(async (url) => gzipSync(await (await context.request.get(url)).body(), { level: 9 }).length));
  return { urls, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** HTML with its styles, and fonts: all that the amount, the address and the QR code need. */
export const neededForBill = (loaded: readonly Loaded[]): Loaded[] =>
  loaded.filter(({ type }) => ['Document', 'Stylesheet', 'Font'].includes(type));
export const bytesOf = (loaded: readonly Loaded[]): number => loaded.reduce((sum, { bytes }) => sum + bytes, 0);
