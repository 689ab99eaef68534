import { expect, type Page, test } from '@playwright/test';
import { DEMO_MERCHANT } from '../people';
import { holdScripts, isHydrated } from './scripts';

const signIn = async (page: Page) => expect((await page.request.post('/api/v1/auth/login', { form: DEMO_MERCHANT })).ok()).toBe(true);
const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' });
const placesOf = (page: Page) =>
  Promise.all(
    [title(page), page.getByRole('link', { name: 'Create invoice' }), page.locator('.revenue')].map((part) => part.boundingBox()),
  );

for (const width of [375, 1280]) {
  test(`at ${width} px a member sees the frame before any script has come, and its parts stay where they are`, async ({ page }) => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.setViewportSize({ width, height: 900 });
    await signIn(page);
    const open = await holdScripts(page);
    await page.goto('/', { waitUntil: 'domcontentloaded' }); // with its styles
    await expect(title(page)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Top Up', exact: true, includeHidden: true })).toHaveAttribute('href', /^\/top-up/);
    await page.evaluate(() => document.fonts.ready);
    const rendered = await placesOf(page);
    open();
    await isHydrated(page);
    await expect(page.locator('.revenue .money')).toHaveCount(4);
    const shown = await placesOf(page);
    for (const [index, place] of rendered.entries()) {
      expect(Math.abs((place?.y ?? 0) - (shown[index]?.y ?? -99))).toBeLessThanOrEqual(1);
      expect(Math.abs((place?.x ?? 0) - (shown[index]?.x ?? -99))).toBeLessThanOrEqual(1);
    }
    expect(said).toEqual([]);
  });
}

test('what the server rendered stays until the dashboard takes its place, without a splash between', async ({ page }) => {
  await signIn(page);
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const root = document.getElementById('root');
      // A slow line brings the document in pieces; no script of the app runs before all of it has come.
      if (document.readyState === 'loading') return;
      if (root !== null && root.childElementCount > 0) seen.push(root.querySelector('nav') === null ? 'splash' : 'frame');
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/');
  await isHydrated(page);
  await expect(page.locator('.revenue .money')).toHaveCount(4);
  const seen = await page.evaluate(() => [...new Set((window as unknown as { seen: string[] }).seen)]);
  expect(seen).toEqual(['frame']);
});

test('links of the frame work before any script has come', async ({ page }) => {
  await signIn(page);
  const open = await holdScripts(page);
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Create invoice' }).click();
  await page.waitForURL('**/invoices?new=1', { waitUntil: 'commit' });
  open();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('what was rendered with an open sidebar is not shown where it is kept closed', async ({ page }) => {
  await signIn(page);
  await page.addInitScript(() => localStorage.setItem('sidebar', 'rail'));
  const open = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-ssr', 'otherwise');
  await expect(page.locator('h1')).toBeHidden();
  open();
  await expect(title(page)).toBeVisible();
});

test('a session that has ended leads to the sign-in', async ({ page }) => {
  await signIn(page);
  await page.request.post('/api/v1/auth/logout');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
});
