import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { signInAsMerchant } from './people';

const GUEST_PAGES = ['/login', '/register', '/forgot-password', '/contact', '/contact?tab=location', '/terms', '/privacy'];
const OWN_PAGES = ['/', '/profile', '/profile?tab=security', '/profile?tab=change-password'];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds no serious issue on the account screens, ${colorScheme}`, async ({ browser, baseURL }) => {
    test.setTimeout(120_000);
    const page = await (await browser.newContext({ colorScheme, baseURL: baseURL ?? '' })).newPage();
    await page.addInitScript((theme) => localStorage.setItem('theme', theme), colorScheme);
    const serious = async (path: string) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).analyze();
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${path}: ${id} at ${nodes[0]?.target.join(' ')}`);
    };
    for (const path of GUEST_PAGES) expect(await serious(path)).toEqual([]);
    await signInAsMerchant(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    for (const path of OWN_PAGES) expect(await serious(path)).toEqual([]);
  });
}
