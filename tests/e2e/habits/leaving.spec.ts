import { expect, type Page, test } from '@playwright/test';
import { signInByCall } from '../admin-data';
import { DEMO_MERCHANT, isRendered } from '../people';

const question = (page: Page) => page.getByRole('alertdialog');
const answer = async (page: Page, name: 'Leave' | 'Stay') => {
  await question(page).getByRole('button', { name, exact: true }).click();
  await expect(question(page)).toHaveCount(0);
};

test('a page with unsaved changes is left only after asking: by a link, by the back button, with the address as it is shown', async ({
  page,
}) => {
  await signInByCall(page.request, DEMO_MERCHANT.username);
  await page.goto('/invoices');
  await isRendered(page);
  await page.getByRole('link', { name: 'Merchants', exact: true }).first().click();
  await page.locator('a[href^="/manage-merchant"]').first().click();
  await page.getByRole('tab', { name: 'Store Details' }).click();
  const name = page.getByLabel('Merchant name');
  await expect(name).toBeVisible();
  const here = page.url();

  // Nothing typed: nobody asks.
  await page.goBack();
  await expect(page).not.toHaveURL(here);
  await page.goForward();
  await name.fill('Half a name');

  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
  await answer(page, 'Stay');
  expect(page.url()).toBe(here);
  await expect(name).toHaveValue('Half a name');

  await page.goBack();
  await answer(page, 'Stay');
  await expect(page).toHaveURL(here);
  await expect(name).toHaveValue('Half a name');

  await page.goBack();
  await answer(page, 'Leave');
  await expect(page).not.toHaveURL(here);
  await page.goForward();
  await expect(page).toHaveURL(here);
  await expect(name).not.toHaveValue('Half a name');
});

test('a new page starts at its top, and going back returns to where one was', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto('/terms');
  await isRendered(page);
  await page.evaluate(() => window.scrollTo(0, 400));
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  await expect.poll(scrolled).toBe(400);
  await page
    .locator('a[href="/privacy"]')
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL(/\/privacy$/);
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/terms$/);
  await expect.poll(scrolled).toBe(400);
  await page.reload();
  await isRendered(page);
  await expect.poll(scrolled).toBe(400);
});
