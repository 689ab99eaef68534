import { expect, test } from '@playwright/test';
import { DEMO_MERCHANT } from '../people';
import { holdScripts, isHydrated } from './scripts';

test('the sign-in can be filled in and sent before any script has come', async ({ page }) => {
  const open = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type(DEMO_MERCHANT.username);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_MERCHANT.password);
  await page.getByRole('checkbox', { name: 'Remember me' }).click();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('checkbox', { name: 'Remember me' })).not.toBeChecked();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/login');
  open();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const session = (await page.context().cookies()).find(({ name }) => name.endsWith('sg_session'));
  expect(session?.expires, 'remembered beyond the browser').toBeGreaterThan(0);
});

test('the next screen shows where it will stand while its code is on its way', async ({ page }) => {
  await page.goto('/login');
  await isHydrated(page);
  const open = await holdScripts(page);
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await expect(page.locator('main [aria-busy=true]')).toBeVisible();
  open();
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot Password' })).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
});

test('the app hydrates what the server rendered, without a word in the console', async ({ page }) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto('/login', { waitUntil: 'commit' });
  const heading = await page.getByRole('heading', { level: 1, name: 'Sign In' }).elementHandle();
  await isHydrated(page);
  expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
  expect(said).toEqual([]);
});

test('while the session cannot be checked, the server-rendered form and what was typed stay, and sign in afterwards', async ({ page }) => {
  let asked = 0;
  await page.route('**/api/v1/auth', (route) => {
    asked += 1;
    return route.abort();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Username').fill(DEMO_MERCHANT.username);
  await isHydrated(page); // after the last try
  expect(asked).toBeGreaterThan(1);
  await expect(page.getByLabel('Username')).toHaveValue(DEMO_MERCHANT.username);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_MERCHANT.password);
  await page.unroute('**/api/v1/auth');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('reloaded after a sign-up it is hydrated as it was rendered: nothing is written into what is being typed', async ({ page }) => {
  await page.goto('/login');
  await page.evaluate(() => history.replaceState({ usr: { username: 'newcomer' }, key: 'k', idx: 1 }, ''));
  const open = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByLabel('Username')).toBeFocused();
  open();
  await isHydrated(page);
  await page.keyboard.type(DEMO_MERCHANT.username);
  await expect(page.getByLabel('Username')).toHaveValue(DEMO_MERCHANT.username);
});

test('a page that is not painted is hydrated too', async ({ page }) => {
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0;
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.locator('html')).not.toHaveAttribute('data-ssr');
});

test('who has chosen a language gets the sign-in rendered in it', async ({ page }) => {
  await page.goto('/login');
  await isHydrated(page);
  await page.getByRole('button', { name: /^Language/ }).click();
  await page.getByRole('menuitemradio', { name: 'Tiếng Việt' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Đăng nhập');
  const open = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Đăng nhập');
  open();
  await isHydrated(page);
});

test('what was rendered in another language than the remembered one is not shown', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'vi'));
  const open = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-ssr', 'otherwise');
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeHidden();
  open();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Đăng nhập');
});
