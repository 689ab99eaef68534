import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, test } from '@playwright/test';
import type { Stage } from './looks/stage';
import { views } from './looks/views';
import { isDrawn, signInAsMerchant } from './people';

type Theme = 'light' | 'dark';

const GUEST_PAGES = ['/login', '/register', '/forgot-password', '/contact', '/contact?tab=location', '/terms', '/privacy'];
const OWN_PAGES = ['/', '/invoices', '/pos', '/transfers', '/profile', '/profile?tab=security', '/profile?tab=change-password'];
// axe takes minutes on the whole reference: its calls all look alike, so those of one path stand for them.
const DEVELOPER_PAGES = ['/api', '/events', '/docs?q=payment/invoice', '/docs/guides', '/docs/guides/migrate-nowpayments'];

async function openIn(browser: Browser, baseURL: string | undefined, colorScheme: Theme) {
  const page = await (await browser.newContext({ colorScheme, reducedMotion: 'reduce', baseURL: baseURL ?? '' })).newPage();
  await page.addInitScript((theme) => localStorage.setItem('theme', theme), colorScheme);
  const serious = async (path: string) => {
    await page.goto(path);
    await isDrawn(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${path}: ${id} at ${nodes[0]?.target.join(' ')}`);
  };
  // Retried while a page is still loading: real issues persist.
  const isClean = (path: string) => expect(async () => expect(await serious(path)).toEqual([])).toPass({ timeout: 60_000 });
  return { page, isClean };
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds no serious issue on the account screens, ${colorScheme}`, async ({ browser, baseURL }) => {
    test.setTimeout(240_000);
    const { page, isClean } = await openIn(browser, baseURL, colorScheme);
    for (const path of GUEST_PAGES) await isClean(path);
    await signInAsMerchant(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    for (const path of OWN_PAGES) await isClean(path);
  });

  test(`axe finds no serious issue on the developers' screens, ${colorScheme}`, async ({ browser, baseURL }) => {
    test.setTimeout(240_000);
    const { page, isClean } = await openIn(browser, baseURL, colorScheme);
    for (const path of DEVELOPER_PAGES) await isClean(path);
    await signInAsMerchant(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await isClean('/api');
  });
}

/** The paths of the app, from its lists of screens. */
function appPaths(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return appPaths(path);
    if (!entry.name.endsWith('.screens.ts')) return [];
    return [...readFileSync(path, 'utf8').matchAll(/(?:path: |adminScreen\()'(\/[^']*)'/g)].map(([, found]) => found ?? '');
  });
}

test('every screen of the app is in the list of screens and states', () => {
  const stage = { storeId: '', invoices: {}, billId: '', invitation: '/team/invitation', change: '/account-change' } as unknown as Stage;
  const listed = new Set(views.map(({ path }) => (typeof path === 'string' ? path : path(stage)).replace(/[?#].*/, '')));
  const paths = appPaths(join(import.meta.dirname, '../../apps/web/src'));
  expect(paths.length).toBeGreaterThan(30);
  const isListed = (path: string): boolean => {
    const pattern = new RegExp(`^${path.replace(/:\w+\??/g, '[^/]*')}$`); // "/pay/:slug", "/invoice-details/:transId?"
    return [...listed].some((each) => pattern.test(each));
  };
  // The same screen as "/".
  expect(paths.filter((path) => !isListed(path) && path !== '/dashboard')).toEqual([]);
});
