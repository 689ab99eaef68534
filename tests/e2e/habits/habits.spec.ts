import { expect, type Page, test } from '@playwright/test';
import { signInByCall } from '../admin-data';
import { DEMO_MERCHANT, isRendered, linkIn, mailTo, newAccount, newMerchant, uniqueName } from '../people';

/** Answers are changed on their way: a page that polls has a request under way when its test ends. */
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const asMerchant = (page: Page) => signInByCall(page.request, DEMO_MERCHANT.username);

/** Names that the edge of the visible part of the map cuts. A name's box is a little higher than its letters. */
function cutNames(map: Element): string[] {
  const air = 4;
  const view = map.parentElement?.getBoundingClientRect();
  if (view === undefined) return ['no view'];
  return [...map.querySelectorAll('.map-name')].flatMap((name) => {
    const { left, top, right, bottom } = name.getBoundingClientRect();
    const isOut = right <= view.left + air || left >= view.right - air || bottom <= view.top + air || top >= view.bottom - air;
    const isWhole = left >= view.left - air && right <= view.right + air && top >= view.top - air && bottom <= view.bottom + air;
    return isOut || isWhole ? [] : [name.textContent ?? ''];
  });
}

test('the map has the streets, can be zoomed and dragged, and asks nobody else', async ({ page, baseURL }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '') && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  await page.setViewportSize({ width: 375, height: 720 });
  await page.goto('/contact?tab=location');
  const map = page.getByRole('img', { name: /^Map: the office/ });
  await expect.poll(() => map.evaluate(cutNames)).toEqual([]);
  await expect(map).toContainText('Lý Thường Kiệt');
  await expect(map).not.toContainText('Hỏa Lò');
  const view = page.locator('.map-view');
  const pin = map.getByText('Stablegate');
  await expect(pin).toBeInViewport();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(map).toContainText('Hỏa Lò'); // lanes are named at the largest scale
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeDisabled();
  await expect(pin).toBeInViewport();
  const before = await view.evaluate(({ scrollLeft }) => scrollLeft);
  await view.hover();
  await page.mouse.down();
  await page.mouse.move(60, 400, { steps: 4 });
  await page.mouse.up();
  expect(await view.evaluate(({ scrollLeft }) => scrollLeft)).not.toBe(before);
  await expect.poll(() => map.evaluate(cutNames)).toEqual([]);
  await expect(page.getByRole('link', { name: 'Get directions' })).toHaveAttribute('href', /openstreetmap\.org/);
  expect(foreign).toEqual([]);
});

test.describe('a reader in New York', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('sees rows and filters in the zone of the business, which is named', async ({ page }) => {
    await asMerchant(page);
    await page.goto('/invoices');
    await expect(page.getByText('Times in UTC+7')).toBeVisible();
    const { content } = (await (await page.request.get('/api/v1/invoice?size=1')).json()) as {
      content: { transId: string; createdAt: string }[];
    };
    const [{ transId, createdAt } = { transId: '', createdAt: '' }] = content;
    const [day, time] = new Date(Date.parse(createdAt) + 7 * 3_600_000).toISOString().slice(0, 19).split('T') as [string, string];
    await page.goto(`/invoice-details/${transId}`);
    await expect(page.getByText(`${time} ${day.split('-').toReversed().join('/')} UTC+7`).first()).toBeVisible();
    await page.goto('/invoices');
    await page.getByRole('button', { name: 'Advanced filter' }).click();
    await expect(page.locator('.advanced-filter').getByText('UTC+7')).toHaveCount(2);
  });
});

test('an empty account starts with the checklist, and has no empty chart', async ({ page }) => {
  await newMerchant(page);
  await page.goto('/');
  const sections = page.locator('.dashboard > *');
  await expect(sections.first()).toContainText('Get ready to go live');
  await expect(page.getByText('No invoices were paid in this period.')).toBeVisible();
  await expect(page.locator('.chart')).toHaveCount(0);
});

test('the verification gate stands in front of the app', async ({ page }) => {
  await newAccount(page);
  await page.goto('/');
  await expect(page).toHaveURL(/\/verify-email/);
  await expect(page.getByRole('dialog', { name: 'Verify your email' })).toBeVisible();
  await expect(page.locator('.shell .gate-picture')).toBeVisible();
});

test('a verified address is changed in the profile, once its new one was proven', async ({ page }) => {
  test.setTimeout(240_000);
  const { email } = await newMerchant(page);
  const next = `${uniqueName()}@example.com`;
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change email' });
  await dialog.getByLabel('New email address').fill('nonsense');
  await dialog.getByRole('button', { name: 'Update & Send Verification' }).click();
  await expect(dialog.getByText('Please enter a valid email')).toBeVisible();
  await dialog.getByLabel('New email address').fill(email);
  await dialog.getByRole('button', { name: 'Update & Send Verification' }).click();
  await expect(dialog.getByText('This is already your email address.')).toBeVisible();
  await dialog.getByLabel('New email address').fill(next);
  // A minute has to pass since the mail of the sign-up.
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Update & Send Verification' }).click();
    await expect(dialog).toBeHidden({ timeout: 5_000 });
  }).toPass({ timeout: 120_000 });
  await expect(page.getByText(`${next} takes its place once the link we sent there is opened.`)).toBeVisible();
  await expect(page.locator('.account-email bdi')).toHaveText(email);
  await mailTo(page, email, ({ text }) => text.includes(next)); // the old address is told
  const link = linkIn(await mailTo(page, next, ({ text }) => text.includes('/email-verification/verify')), '/email-verification/verify');
  await page.goto(new URL(link).pathname + new URL(link).search);
  await expect(page.getByText('Your email is verified.')).toBeVisible();
  await page.goto('/profile');
  await expect(page.locator('.account-email bdi')).toHaveText(next);
});

test('a tab without invoices speaks of its status, and of filters only when one is set', async ({ page }) => {
  await newMerchant(page);
  await page.goto('/invoices?status=PROCESSING');
  await expect(page.getByText('None has this status.')).toBeVisible();
  await page.goto('/invoices?status=PROCESSING&name=tea');
  await expect(page.getByText('Try adjusting your search or filters')).toBeVisible();
});

test('a link that leads to no invoice fills one column', async ({ page }) => {
  await page.goto('/bill/k7qm2xzp4lw8vkqdb2xct9wylh');
  const box = await page.getByRole('heading', { name: 'Payment Expired!' }).boundingBox();
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 640)).toBeLessThan(20);
});

test('on a phone the new state of a payment comes into view', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 640 });
  await asMerchant(page);
  const made = await page.request.post('/api/v1/deposit-invoice/create-usdt', { data: { amount: '3' } });
  await page.goto(((await made.json()) as { urlPayment: string }).urlPayment);
  await page.getByRole('button', { name: 'Pay exactly' }).click(); // at the end of the page
  await expect(page.getByRole('heading', { name: /Payment seen, confirming|Payment Successful!/ })).toBeInViewport();
});

test('the figures of the back office have their unit on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 720 });
  await signInByCall(page.request, 'demoadmin');
  await page.goto('/admin/invoice');
  await expect(page.locator('.statistics-cell .money-unit').first()).toBeVisible();
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over).toBe(0);
});

test('the back office says that a range is reversed', async ({ page }) => {
  await signInByCall(page.request, 'demoadmin');
  await page.goto('/admin/invoice');
  await page.getByLabel('Số tiền từ', { exact: true }).fill('20');
  await page.getByLabel('Số tiền từ … đến').fill('10');
  await page.getByRole('button', { name: 'Lọc', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Khoảng chọn bị ngược (cuối trước đầu): Số tiền từ … đến');
});

test('nothing sticks out at 320 px in German', async ({ page }) => {
  test.setTimeout(240_000); // nine pages
  await page.setViewportSize({ width: 320, height: 640 });
  await page.addInitScript(() => localStorage.setItem('language', 'de'));
  await asMerchant(page);
  const wide: string[] = [];
  for (const path of ['/', '/top-up', '/merchants', '/invoices', '/profile', '/profile?tab=security', '/api', '/team', '/audit-log']) {
    await page.goto(path);
    await isRendered(page);
    await expect(page.locator('main .skeleton')).toHaveCount(0); // what comes with the figures may be the widest
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) wide.push(`${path}: ${over}`);
    const outside = await page.locator('.card .btn').evaluateAll((buttons) => {
      const end = (element: Element | null) => element?.getBoundingClientRect().right ?? 0;
      return buttons.filter((button) => end(button) > end(button.closest('.card'))).map(({ textContent }) => textContent);
    });
    wide.push(...outside.map((label) => `${path}: ${label}`));
  }
  expect(wide).toEqual([]);
});

for (const language of ['en', 'vi', 'de']) {
  test(`at 1280 px all columns of the invoices have room in ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await page.route('**/api/v1/invoice?*', async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { content: Record<string, unknown>[] };
      const long = { name: 'A very long name of an invoice', description: 'A very long description', paidPartial: true, status: 'WAITING' };
      await route.fulfill({ response, json: { ...json, content: json.content.map((invoice) => ({ ...invoice, ...long })) } });
    });
    await asMerchant(page);
    await page.goto('/invoices');
    await expect(page.getByText('A very long name of an invoice').first()).toBeVisible();
    const over = await page.locator('.table-scroll').evaluate((table) => table.scrollWidth - table.clientWidth);
    expect(over).toBe(0);
    // Specification 2: cut at 20 characters, and not by the column a second time.
    const description = page.locator('.invoice-description').first();
    expect(await description.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
  });
}
