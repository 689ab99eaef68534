import { expect, type Page, test } from '@playwright/test';
import { signInByCall } from '../admin-data';
import { callsTo, empty, failed, held } from '../looks/answers';

async function open(page: Page, path: string, language = 'en'): Promise<void> {
  await page.addInitScript((code) => localStorage.setItem('language', code), language);
  await page.goto(path);
}

test.beforeEach(async ({ page }) => {
  await signInByCall(page.request, 'demoadmin');
});

test('the audit log is readable on a phone: action, person, time and values', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await open(page, '/admin/audit-log', 'vi');
  const card = page.locator('.table-cards > li', { hasText: 'Đã thêm địa chỉ nhận' }).first();
  await expect(card.getByText('demomerchant', { exact: true })).toBeVisible();
  await expect(card.locator('time')).toBeVisible();
  await expect(
    card
      .getByText('0x', { exact: false })
      .or(card.getByText('Địa chỉ', { exact: false }))
      .first(),
  ).toBeVisible();
  // One line: squeezed beside a long value, it had a word a line.
  const title = card.getByText('Đã thêm địa chỉ nhận', { exact: true });
  const heights = await title.evaluate(
    (element) => [element.clientHeight, Number.parseFloat(getComputedStyle(element).lineHeight)] as const,
  );
  expect(heights[0]).toBeLessThan(2 * heights[1]);
});

test('reading the audit log adds no texts: names and addresses are data', async ({ page }) => {
  const reported: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/add-missing')) reported.push(request.postData() ?? '');
  });
  await page.clock.install();
  // Filtered: other tests of the same sandbox fill the first pages.
  await open(page, '/admin/audit-log?text=Roasters', 'vi');
  await expect(page.getByRole('cell', { name: /Roasters/ }).first()).toBeVisible();
  await page.clock.runFor(5_000); // missing texts are collected for half a second
  expect(reported).toEqual([]);
});

test('a list counts all of its rows, not only those of the page', async ({ page }) => {
  await open(page, '/admin/transaction_log?size=10');
  const total = /([\d,]+) rows/.exec((await page.locator('.list-summary').textContent()) ?? '')?.[1];
  const count = page.locator('.admin-heading .badge');
  await expect(count.locator('[aria-hidden]')).toHaveText(`10 / ${total}`);
  await expect(count.locator('.sr-only')).toHaveText(`Rows on this page: 10 of ${total}`);
});

test('charts without figures say so, and load as skeletons', async ({ page }) => {
  await empty(page, callsTo('/admin/user-statistics/series'));
  await held(page, callsTo('/admin/deposit-invoice-statistics/series'));
  await open(page, '/admin/dashboard');
  const chart = (title: string) => page.locator('.admin-charts > .card', { hasText: title });
  await expect(chart('Registrations per day').getByText('Nothing in the last 30 days.')).toBeVisible();
  await expect(chart('Deposits per day').locator('.chart-skeleton')).toBeVisible();
  await expect(chart('Deposits per day').getByRole('figure')).toBeHidden();
  await expect(chart('Revenue per day').getByRole('figure')).toBeVisible();
});

test('a failed load of translations is said once: as a dialog, then in place with its retry', async ({ page }) => {
  await failed(page, callsTo('/auth/translations/list'));
  await open(page, '/admin/language');
  const said = page.getByText('The translations could not be loaded');
  await expect(page.getByRole('dialog', { name: 'Error' }).or(page.getByRole('alertdialog', { name: 'Error' }))).toBeVisible();
  await expect(said).toHaveCount(1);
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await expect(said).toHaveCount(1);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.locator('.translation-table')).toBeVisible();
});

test('English texts stay left to right on an Arabic page, translations follow their language', async ({ page }) => {
  await open(page, '/admin/language?lang=de', 'ar');
  await expect(page.locator('.translation-key').first()).toHaveCSS('direction', 'ltr');
  await expect(page.locator('.translation-cell textarea').first()).toHaveAttribute('dir', 'ltr');
  await page.goto('/admin/language?lang=ar');
  await expect(page.locator('.translation-cell textarea').first()).toHaveAttribute('dir', 'rtl');
});
