import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { makeAdminData, makeLostTransfer, signInByCall } from './admin-data';
import { isRendered } from './people';

const PATHS = [
  '/admin/dashboard',
  '/admin/users',
  '/admin/stores',
  '/admin/deposit-invoices',
  '/admin/transaction_log',
  '/admin/invoice',
  '/admin/audit-log',
  '/admin/language',
  '/admin/unmatched-bank-transfers',
];

const locale = (code: string): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../apps/server/locales/${code}.json`), 'utf8')) as Record<string, string>;

/** English texts that read otherwise in this language. */
function leftoversOf(code: string): ReadonlySet<string> {
  const [english, own] = [locale('en'), locale(code)];
  const shown = new Set(Object.values(own));
  return new Set(Object.keys(english).filter((key) => own[key] !== key && !shown.has(key)));
}

/** Every text a reader gets: on the page, in its title, and in the names of controls. The language screen lists English keys. */
async function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = [document.title.split(' · ')[0] ?? ''];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element === null || element.closest('.translation-key, .translation-original, .language-trail-detail, script, style') !== null)
        continue;
      found.push(node.textContent ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      if (element.closest('.translation-cell, .language-trail-detail') === null)
        for (const name of ['aria-label', 'title', 'placeholder']) found.push(element.getAttribute(name) ?? '');
    return found.map((text) => text.trim()).filter((text) => text !== '');
  });
}

const settled = async (page: Page): Promise<void> => {
  await isRendered(page);
  await expect(page.locator('.admin-loading, .skeleton')).toHaveCount(0);
};

/** A number that another language wrote: 1,234.5 where 1.234,5 is meant. */
const FOREIGN_NUMBER = /^\$?\d{1,3}(,\d{3})+(\.\d+)?$|^\$?\d+\.(\d{2}|\d{4,6})$/;

for (const code of ['vi', 'de']) {
  test(`no text and no number of the back office is English in ${code}`, async ({ page }) => {
    test.setTimeout(300_000);
    await makeAdminData(page.request);
    const { text } = await makeLostTransfer(page.request);
    await signInByCall(page.request, 'demoadmin');
    if (code !== 'vi') await page.addInitScript((language) => localStorage.setItem('language', language), code);
    const leftovers = leftoversOf(code);
    const texts = locale(code);
    const english = async (where: string) =>
      [...new Set(await textsOf(page))]
        .filter((shown) => leftovers.has(shown) || FOREIGN_NUMBER.test(shown))
        .map((shown) => `${where}: ${shown}`);

    const found: string[] = [];
    for (const path of PATHS) {
      await page.goto(path);
      await settled(page);
      await expect(page.locator('html')).toHaveAttribute('lang', code);
      found.push(...(await english(path)));
    }
    await page
      .getByRole('row')
      .filter({ hasText: text })
      .getByRole('button', { name: texts['Assign to an invoice'] ?? '' })
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    found.push(...(await english('assign')));
    await page.goto('/admin/language');
    await page.getByRole('button', { name: texts['Add language'] ?? '' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    found.push(...(await english('add language')));
    expect(found).toEqual([]);
  });
}

test('the back office is Vietnamese until the admin chooses a language, and the choice holds on both sides', async ({ page }) => {
  await signInByCall(page.request, 'demoadmin');
  await page.goto('/');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', 'en');
  await page.getByRole('link', { name: 'Admin Panel' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dữ liệu' })).toBeVisible();
  await expect(html).toHaveAttribute('lang', 'vi');
  await page.getByRole('link', { name: 'Trang cửa hàng' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(html).toHaveAttribute('lang', 'en');

  await page.goto('/admin/users');
  await page.getByRole('button', { name: /^Ngôn ngữ/ }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Benutzerverwaltung' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Benutzerverwaltung' })).toBeVisible();
  await page.goto('/');
  await expect(html).toHaveAttribute('lang', 'de');
});
