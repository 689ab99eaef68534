import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { openInvoice } from './bills';
import { uniqueName } from './people';

/** Network round trips after the typing pause: much longer on a busy machine. */
const SLOW = { timeout: 30_000 };

const menuOf = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' });
const boxOf = (page: Page) => menuOf(page).getByRole('combobox');
const searchButton = (page: Page) => page.getByRole('button', { name: 'Search or jump to' });

async function openByKeyboard(page: Page): Promise<void> {
  // Before the frame is rendered nothing listens for the keys.
  await expect(searchButton(page)).toBeVisible(SLOW);
  await page.keyboard.press('Control+k');
  await expect(boxOf(page)).toBeFocused(SLOW);
}

async function madeInvoice(page: Page) {
  const name = `Order ${uniqueName()}`;
  return { name, ...(await openInvoice(page.request, { name })) };
}

test('by keyboard alone: the menu opens, finds an invoice by its name or id, and leads to it', async ({ page }) => {
  test.setTimeout(120_000);
  const { name, transId } = await madeInvoice(page);
  await page.goto('/contact');
  await openByKeyboard(page);
  await page.keyboard.type(name.toLowerCase());
  const found = menuOf(page).getByRole('option', { name });
  await expect(found).toHaveAttribute('aria-selected', 'true', SLOW);
  await expect(menuOf(page).getByRole('status')).toHaveText('Results: 1');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/invoice-details/${transId}$`));
  await expect(menuOf(page)).toBeHidden();

  await openByKeyboard(page);
  await page.keyboard.type(transId.slice(0, 10));
  await expect(found).toBeVisible(SLOW);
  await page.keyboard.press('Escape');
  await expect(menuOf(page)).toBeHidden();

  await searchButton(page).focus();
  await openByKeyboard(page);
  await page.keyboard.press('End');
  await expect(menuOf(page).getByRole('option', { name: 'Logout' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Home');
  await page.keyboard.press('Escape');
  await expect(searchButton(page)).toBeFocused();

  await openByKeyboard(page);
  await page.keyboard.type('logout');
  await page.keyboard.press('Enter');
  // The dialog traps the focus, and returns it to where the menu was opened from.
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(searchButton(page)).toBeFocused();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds no issue in the open menu, ${colorScheme}`, async ({ browser, baseURL }) => {
    test.setTimeout(120_000);
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce', baseURL: baseURL ?? '' });
    const page = await context.newPage();
    await page.addInitScript((theme) => localStorage.setItem('theme', theme), colorScheme);
    const { name } = await madeInvoice(page);
    await page.goto('/invoices');
    await openByKeyboard(page);
    const clean = async () => {
      const { violations } = await new AxeBuilder({ page }).include('[role="dialog"]').analyze();
      expect(violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')}`)).toEqual([]);
    };
    await clean();
    await boxOf(page).fill(name);
    await expect(menuOf(page).getByRole('option', { name })).toBeVisible(SLOW);
    await clean();
    await boxOf(page).fill(`nobody ${uniqueName()}`);
    await expect(menuOf(page).getByText('Nothing found for')).toBeVisible(SLOW);
    await clean();
    await context.close();
  });
}

test('the store switcher filters the invoices by URL, follows it, and fits a phone', async ({ page }) => {
  test.setTimeout(120_000);
  const { storeName, name } = await madeInvoice(page);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/invoices');
  await page.getByRole('button', { name: 'Merchant: All merchants' }).click();
  await page.getByRole('menuitemradio', { name: storeName }).click();
  await expect(page).toHaveURL(/\/invoices\?storeName=/);
  await expect(page.getByRole('button', { name: `Merchant: ${storeName}` })).toBeVisible();
  await expect(page.getByText('Showing 1 to 1 of 1 invoice')).toBeVisible(SLOW);
  await expect(page.getByRole('link', { name }).first()).toBeVisible();

  const target = await searchButton(page).boundingBox();
  expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);

  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(page.getByRole('button', { name: 'Merchant: All merchants' })).toBeVisible();
  await searchButton(page).click();
  await boxOf(page).fill(storeName);
  await menuOf(page).getByRole('option', { name: storeName }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: storeName })).toBeVisible();
  await expect(page.getByRole('button', { name: `Merchant: ${storeName}` })).toBeVisible();
});
