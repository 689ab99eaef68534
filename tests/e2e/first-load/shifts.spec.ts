import { expect, test } from '@playwright/test';
import { DEMO_MERCHANT, newMerchant } from '../people';

/** What comes after the first paint, in the order in which each comes last. */
const LATE = ['/api/v1/user/', '/dashboard/revenue-user', '/dashboard/revenue-user/series', '/api/v1/invoice?', '/api/v1/store'];
/** Lighthouse calls 0.1 good; the store's name in the header takes 0.0006. */
const SHIFT_MAX = 0.005;

test('on a phone, nothing of the dashboard moves when its figures come, whichever is the last', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 });
  expect((await page.request.post('/api/v1/auth/login', { form: DEMO_MERCHANT })).ok()).toBe(true);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    const seen = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    };
    new PerformanceObserver(seen).observe({ type: 'layout-shift', buffered: true });
  });
  for (const late of LATE) {
    let last = '';
    await page.route(
      ({ pathname, search }) => (pathname + search).includes(late),
      async (route) => {
        const answer = await route.fetch();
        await page
          .locator('.dashboard time, .trial')
          .first()
          .waitFor({ timeout: 2_000 })
          .catch(() => undefined); // the others are there
        await route.fulfill({ response: answer });
        last = route.request().url();
      },
    );
    await page.goto('/');
    await expect(page.locator('.revenue .money')).toHaveCount(4);
    await expect(page.locator('.revenue-chart .chart-bar').first()).toBeVisible();
    await expect(page.locator('.dashboard time').first()).toBeVisible();
    await expect.poll(() => last, late).not.toBe('');
    await page.evaluate(() => new Promise((rendered) => requestAnimationFrame(() => setTimeout(rendered, 100))));
    const shifts = await page.evaluate(() => (window as never as { shifts: number[] }).shifts);
    expect(Math.max(0, ...shifts), `${late}: ${shifts.join(', ')}`).toBeLessThanOrEqual(SHIFT_MAX);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

for (const width of [375, 1280]) {
  test(`at ${width} px, the figures of a newcomer stay where they are when the checklist comes above them`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await newMerchant(page);
    const figures = page.locator('.revenue');
    for (const late of ['/api/v1/store', '/api/v1/invoice/counts', '/assets/first-steps-card']) {
      let before: number | undefined;
      await page.route(
        ({ pathname }) => pathname.startsWith(late),
        async (route) => {
          const answer = await route.fetch();
          await figures.locator('.money').nth(3).waitFor();
          before = (await figures.boundingBox())?.y;
          await route.fulfill({ response: answer });
        },
      );
      await page.goto('/');
      await expect(page.locator('.first-steps')).toBeVisible();
      expect(Math.abs(((await figures.boundingBox())?.y ?? Number.NaN) - (before ?? Number.NaN)), late).toBeLessThanOrEqual(1);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  });
}
