import { gzipSync } from 'node:zlib';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { openInvoice } from './bills';
import { DEMO_MERCHANT, signInAsMerchant } from './people';

type Loaded = { readonly url: string; readonly type: string; readonly cached: boolean };
type Ready = (page: Page) => Promise<void>;

/** Everything a page has loaded once it is quiet, as Chromium reports it. */
async function visit(context: BrowserContext, path: string, ready: Ready): Promise<Loaded[]> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  const cached = new Set<string>();
  const seen = new Map<string, { url: string; type: string }>();
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    seen.set(requestId, { url: response.url, type });
    if (response.fromDiskCache === true) cached.add(requestId);
  });
  cdp.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
  await page.goto(path);
  await ready(page);
  await page.waitForLoadState('networkidle');
  const loaded = [...seen].map(([requestId, each]) => ({ ...each, cached: cached.has(requestId) }));
  await page.close();
  return loaded;
}

const isAsset = ({ url }: Loaded): boolean => new URL(url).pathname.startsWith('/assets/');

const ROUTES = {
  login: { path: '/login', ready: (page: Page) => expect(page.getByLabel('Username')).toBeVisible() },
  dashboard: { path: '/', ready: (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible() },
};

/** Gzipped bytes of script and their files, everything until the page is quiet. React alone has 67 KB, router and queries 24. */
const BUDGETS = { login: { bytes: 206_000, files: 15 }, dashboard: { bytes: 199_000, files: 15 } };

test.describe('a first visit loads only what its route needs', () => {
  async function expectWithin(context: BrowserContext, route: keyof typeof ROUTES) {
    const scripts = (await visit(context, ROUTES[route].path, ROUTES[route].ready)).filter(({ url }) => /\/assets\/.*\.js$/.test(url));
    const sizes = await Promise.all(scripts.map(async ({ url }) => gzipSync(await (await context.request.get(url)).body()).length));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    const found = `${route}: ${bytes} bytes in ${scripts.length} files`;
    test.info().annotations.push({ type: 'loaded', description: found });
    expect(bytes, found).toBeLessThanOrEqual(BUDGETS[route].bytes);
    expect(scripts.length, scripts.map(({ url }) => url).join('\n')).toBeLessThanOrEqual(BUDGETS[route].files);
    expect(scripts.length).toBeGreaterThan(3);
  }

  test('login', async ({ context }) => expectWithin(context, 'login'));

  test('dashboard', async ({ browser, request, baseURL }) => {
    // Signed in by a call, so that no page has filled the cache.
    expect((await request.post('/api/v1/auth/login', { form: DEMO_MERCHANT })).ok()).toBe(true);
    const context = await browser.newContext({ baseURL, storageState: await request.storageState() });
    await expectWithin(context, 'dashboard');
    await context.close();
  });
});

/** HTML with its styles, and fonts: all that the amount, the address and the QR code need. */
const BILL_BYTES = 40_000;

test('the payment page, its styles and its fonts take at most 40 KB on the wire', async ({ page, request }) => {
  const { transId, address } = await openInvoice(request);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const types = new Map<string, { url: string; type: string }>();
  const received = new Map<string, number>();
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => types.set(requestId, { url: response.url, type }));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => received.set(requestId, encodedDataLength));
  await page.goto(`/bill/${transId}`);
  await expect(page.getByText(address.slice(0, 6)).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const needed = [...types].filter(([, { type }]) => ['Document', 'Stylesheet', 'Font'].includes(type));
  const listed = needed.map(([id, { url }]) => `${received.get(id)} ${new URL(url).pathname}`).join('\n');
  const bytes = needed.reduce((sum, [id]) => sum + (received.get(id) ?? Number.NaN), 0);
  test.info().annotations.push({ type: 'loaded', description: `payment page: ${bytes} bytes` });
  expect(needed.filter(([, { type }]) => type === 'Font').length, listed).toBe(2);
  expect(bytes, listed).toBeLessThanOrEqual(BILL_BYTES);
});

test.describe('a second visit requests no asset again', () => {
  async function expectCached(context: BrowserContext, path: string, ready: Ready) {
    expect((await visit(context, path, ready)).filter(isAsset).length).toBeGreaterThan(0);
    const second = (await visit(context, path, ready)).filter(isAsset);
    expect(second.length).toBeGreaterThan(0);
    expect(second.filter(({ cached }) => !cached).map(({ url }) => url)).toEqual([]);
  }

  test('login', async ({ context }) => expectCached(context, ROUTES.login.path, ROUTES.login.ready));

  test('dashboard', async ({ context, page }) => {
    await signInAsMerchant(page);
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expectCached(context, ROUTES.dashboard.path, ROUTES.dashboard.ready);
  });

  test('payment page', async ({ context, request }) => {
    const { transId, address } = await openInvoice(request);
    await expectCached(context, `/bill/${transId}`, async (page) => {
      await expect(page.getByText(address.slice(0, 6)).first()).toBeVisible();
      // Fetched once the page has nothing else to do, which may be after it was quiet.
      await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/live-channel')));
    });
  });
});
