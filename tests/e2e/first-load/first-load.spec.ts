import { type BrowserContext, expect, test } from '@playwright/test';
import { openInvoice } from '../bills';
import { DEMO_MERCHANT, signInAsMerchant } from '../people';
import { billIsLive, bytesOf, isAsset, neededForBill, type Ready, ROUTES, scriptsOf, visit } from './loads';

/** Gzipped bytes of script and their files, everything until the page is quiet. React alone has 67 KB, router and queries 22. */
const BUDGETS = { login: { bytes: 120_300, files: 7 }, dashboard: { bytes: 147_700, files: 14 } };

test.describe('a first visit loads only what its route needs', () => {
  async function expectWithin(context: BrowserContext, route: keyof typeof ROUTES) {
    const { urls, bytes } = await scriptsOf(context, await visit(context, ROUTES[route].path, ROUTES[route].ready));
    const found = `${route}: ${bytes} bytes in ${urls.length} files`;
    test.info().annotations.push({ type: 'loaded', description: found });
    expect(bytes, found).toBeLessThanOrEqual(BUDGETS[route].bytes);
    expect(urls.length, urls.join('\n')).toBeLessThanOrEqual(BUDGETS[route].files);
    expect(urls.length).toBeGreaterThan(3);
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

const BILL_BYTES = 40_000;

test('the payment page, its styles and its fonts take at most 40 KB on the wire', async ({ context, request }) => {
  const { transId, address } = await openInvoice(request);
  const needed = neededForBill(await visit(context, `/bill/${transId}`, (page) => page.getByText(address.slice(0, 6)).first().waitFor()));
  const listed = needed.map(({ bytes, url }) => `${bytes} ${new URL(url).pathname}`).join('\n');
  test.info().annotations.push({ type: 'loaded', description: `payment page: ${bytesOf(needed)} bytes` });
  expect(needed.filter(({ type }) => type === 'Font').length, listed).toBe(2);
  expect(bytesOf(needed), listed).toBeLessThanOrEqual(BILL_BYTES);
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
    await expectCached(context, `/bill/${transId}`, (page) => billIsLive(page, address));
  });
});
