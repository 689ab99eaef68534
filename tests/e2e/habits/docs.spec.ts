import { expect, test } from '@playwright/test';

test('the documentation is searched by key, without a mouse', async ({ page }) => {
  // On a slow line people type before the search has come.
  await page.route(/search-dialog.*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.goto('/docs/guides');
  await expect(page.getByRole('heading', { level: 1, name: 'Guides' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('insufficient_balance');
  const first = page.getByRole('option').first();
  await expect(first).toBeVisible();
  await expect(page.getByRole('option', { name: /insufficient_balance/ }).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/errors#insufficient_balance$/);
  await expect(page.locator('#insufficient_balance')).toBeInViewport();
});

test('the key of the search works as soon as the page is there', async ({ page }) => {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent !== 'Guides') return;
      observer.disconnect();
      window.dispatchEvent(new KeyboardEvent('keydown', { key: '/', cancelable: true }));
    });
    observer.observe(document, { subtree: true, childList: true });
  });
  await page.goto('/docs/guides');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a guide names its section in the address, and its Markdown is served', async ({ page, request }) => {
  await page.goto('/docs/guides/migrate-coinbase-commerce#the-callback');
  await expect(page.getByRole('heading', { level: 2, name: 'The callback' })).toBeInViewport();
  await page.getByRole('link', { name: 'matching' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'How payments are matched' })).toBeVisible();

  const index = await (await request.get('/llms.txt')).text();
  const links = [...index.matchAll(/\]\((\/[^)]+)\)/g)].map(([, to]) => to ?? '');
  expect(links.length).toBeGreaterThan(10);
  for (const to of links) {
    const answer = await request.get(to);
    expect([to, answer.status()]).toEqual([to, 200]);
    expect(answer.headers()['content-type'], to).toMatch(to.endsWith('.md') ? /^text\/markdown/ : /^application\/json/);
  }
});

test('a call is copied as a curl command', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs?q=post+payment/invoice#postPaymentInvoice');
  await page.locator('#postPaymentInvoice').getByRole('button', { name: 'Copy as curl' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^curl -X POST 'http:\/\/[^']+\/api\/v1\/payment\/invoice' \\\n {2}-H 'X-API-KEY: YOUR_API_KEY'/);
});
