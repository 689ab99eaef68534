import { expect, type Page, test } from '@playwright/test';
import { makeLostTransfer, signInByCall } from '../admin-data';

/** Of a finger (WCAG 2.5.5). */
const TOUCH = 44;

async function open(page: Page, path: string, language: string): Promise<void> {
  await signInByCall(page.request, 'demoadmin');
  await page.setViewportSize({ width: 375, height: 800 });
  await page.addInitScript((code) => localStorage.setItem('language', code), language);
  await page.goto(path);
}

type Place = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Of the first element of each selector, all at one moment: a font that arrives between two looks would move them. */
async function placesOf<const Of extends readonly string[]>(
  page: Page,
  ...selectors: Of
): Promise<{ readonly [Index in keyof Of]: Place }> {
  for (const selector of selectors) await expect(page.locator(selector).first()).toBeVisible();
  const places = await page.evaluate(
    (all) =>
      all.map((selector) => {
        const { x, y, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
        return { x, y, width, height };
      }),
    selectors,
  );
  return places as unknown as { readonly [Index in keyof Of]: Place };
}

for (const language of ['en', 'vi', 'de', 'ar']) {
  test(`the page size and the filters of a list share a row: ${language}`, async ({ page }) => {
    await open(page, '/admin/users', language);
    const [size, filters, note] = await placesOf(page, '.admin-size', '.admin-title > .btn', '.admin-title > .zone-note');
    expect(filters.y).toBeCloseTo(size.y, 1);
    expect(note.y + note.height).toBeLessThanOrEqual(size.y);
  });
}

test('a figure with its change below stands on the line and at the edge of the others', async ({ page }) => {
  await open(page, '/admin/dashboard', 'en');
  const figureOf = (period: number) => `.statistics-row:last-child .statistics-cell:nth-child(${period}) .money`;
  // The arrow's head, whose path begins with a small m: its box is wider by 5/24 on either side, its shaft has no width.
  const [above, beside, figure, arrow] = await placesOf(page, figureOf(2), figureOf(3), figureOf(4), '.day-change path[d^="m"]');
  expect(arrow.y).toBeGreaterThan(figure.y + figure.height); // on a line of its own
  expect(figure.y).toBeCloseTo(beside.y, 1);
  expect(figure.x).toBeCloseTo(above.x, 1);
  expect(Math.abs(arrow.x - figure.x)).toBeLessThan(1);
});

test('the buttons of a dialog fill it where no row holds them, and only there', async ({ page }) => {
  await makeLostTransfer(page.request);
  const placesIn = async (language: string) => {
    await open(page, '/admin/unmatched-bank-transfers', language);
    await page.locator('.inbox-action').first().click();
    return placesOf(page, '.dialog-actions .btn-secondary', '.dialog-actions .btn-primary', '.dialog .field');
  };
  const [cancel, submit, field] = await placesIn('de');
  expect(submit.y).toBeGreaterThan(cancel.y);
  for (const button of [cancel, submit]) {
    expect(button.x).toBeCloseTo(field.x, 1);
    expect(button.width).toBeCloseTo(field.width, 1);
  }

  const [before, main, beside] = await placesIn('en');
  expect(main.y).toBeCloseTo(before.y, 1);
  expect(main.x + main.width).toBeCloseTo(beside.x + beside.width, 1);
  expect(before.x).toBeGreaterThan(beside.x);
});

test('the button of the new keys is as high as a finger needs', async ({ page }) => {
  await open(page, '/admin/language', 'en');
  const [button] = await placesOf(page, '.new-keys .btn');
  expect(button.height).toBeGreaterThanOrEqual(TOUCH);
});

test('the fields of a new language stand on one line under labels of one and two lines', async ({ page }) => {
  await open(page, '/admin/language', 'es');
  await page.locator('.admin-title .btn-primary').click();
  const [code, name] = await placesOf(page, '.language-pair > :first-child .input', '.language-pair > :last-child .input');
  expect(code.y).toBeCloseTo(name.y, 1);
});
