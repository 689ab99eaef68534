import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { openInvoice } from './bills';
import { signInAsMerchant } from './people';

type Loaded = { readonly url: string; readonly type: string; readonly cached: boolean };

/** Everything a page has loaded once it is quiet, as Chromium reports it. */
async function visit(context: BrowserContext, path: string, ready: (page: Page) => Promise<void>): Promise<Loaded[]> {
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
  dashboard: { path: '/', ready: (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible() },
};

test.describe('a second visit requests no asset again', () => {
  async function expectCached(context: BrowserContext, path: string, ready: (page: Page) => Promise<void>) {
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
    await expectCached(context, `/bill/${transId}`, (page) => expect(page.getByText(address.slice(0, 6)).first()).toBeVisible());
  });
});
