import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, test } from '@playwright/test';
import { AHEAD, billStates } from './bill-states';
import { API, asInProduction, type BillView, DESK, openInvoice, PHONE, pay, showInstead } from './bills';
import { holdScripts } from './first-load/scripts';

/** Answers are changed on their way: a page that polls has a request under way when its test ends. */
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

/** The fonts of another machine: letters that take a twentieth of an em more. */
const WIDER = '0.05em';

async function bottomOf(name: string, part: Locator): Promise<number> {
  const box = await part.boundingBox();
  expect(box, name).not.toBeNull();
  return (box?.y ?? 0) + (box?.height ?? 0);
}

for (const size of [PHONE, DESK]) {
  const on = `${size.width}×${size.height}`;
  test(`each view says what it has to, and all that is needed to pay is above the fold, ${on}`, async ({ page }) => {
    test.setTimeout(240_000);
    await page.setViewportSize(size);
    const { transId } = await openInvoice(page.request);
    for (const { name, heading, changes, texts, isUrgent = false } of billStates) {
      await page.unrouteAll({ behavior: 'wait' });
      await showInstead(page, changes);
      await page.goto(`/bill/${transId}`);
      await expect(page.getByRole('heading', { level: 1, name: heading }), name).toBeVisible();
      for (const text of texts) await expect(page.getByText(text).first(), name).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(size.width);
      if (heading !== 'SEND CRYPTO' || isUrgent) continue;
      const parts = [
        page.getByTestId('amount'),
        page.getByRole('combobox', { name: 'Network' }),
        page.getByRole('img', { name: 'QR code' }),
      ];
      for (const part of [...parts, page.getByTestId('address'), page.getByRole('timer'), page.locator('.live')]) {
        expect(await bottomOf(`${name}: ${part}`, part)).toBeLessThanOrEqual(size.height);
      }
    }
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds no serious issue in any view of the payment page, ${colorScheme}`, async ({ browser, baseURL }) => {
    test.setTimeout(240_000);
    const page = await (
      await browser.newContext({ colorScheme, reducedMotion: 'reduce', baseURL: baseURL ?? '', viewport: PHONE })
    ).newPage();
    const { transId } = await openInvoice(page.request);
    for (const { name, heading, changes } of billStates) {
      await page.unrouteAll({ behavior: 'wait' });
      await showInstead(page, changes);
      await page.goto(`/bill/${transId}`);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).analyze();
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(serious.map(({ id, nodes }) => `${name}: ${id} at ${nodes[0]?.target.join(' ')}`)).toEqual([]);
    }
  });
}

test('on a desk the summary says what the amount is made of, and what is still due', async ({ page }) => {
  const { transId } = await openInvoice(page.request, { description: 'Grinder spare burr set' });
  await page.goto(`/bill/${transId}`);
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary.getByText('Order 1')).toBeVisible();
  await expect(summary.locator('dl')).toHaveText(/^Grinder spare burr set10\.0000Service fee \(0\.5%\)0\.0500Total to send10\.0500 USDT$/);
  await showInstead(page, () => ({ paid: '9.000000', due: '1.0500', version: AHEAD }));
  await page.reload();
  await expect(summary.locator('dl')).toHaveText(/Received−9\.0000Still due1\.0500 USDT$/);
});

test('in every language and with wider fonts a phone shows address and wallet button, also when it is partly paid', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(300_000);
  await page.setViewportSize(PHONE);
  await asInProduction(page);
  const { transId } = await openInvoice(page.request);
  const listed: { languages: { code: string }[] } = await (await page.request.get(`${API}/auth/translations/languages`)).json();
  let changes = {};
  await showInstead(page, () => changes);
  // Without live messages the page polls, so that the changes above reach it however slow the machine is.
  await page.routeWebSocket(/\/api\/v1\/ws\//, (socket) => socket.close());
  for (const { code } of listed.languages) {
    // The server renders in the cookie's language; texts that the page fetches itself may come too late, and then it speaks English.
    await page.context().addCookies([{ name: 'language', value: code, url: `${baseURL}/bill` }]);
    for (changes of [{}, { paid: '9.000000', due: '1.0500', version: AHEAD }]) {
      await page.goto(`/bill/${transId}`);
      await expect(page.locator('html')).toHaveAttribute('lang', code);
      await expect(page.getByTestId('amount')).toHaveText('paid' in changes ? '1.0500 USDT' : '10.0500 USDT');
      for (const spacing of ['normal', WIDER]) {
        await page.evaluate((wide) => {
          document.body.style.letterSpacing = wide;
        }, spacing);
        const which = `${code}, letter spacing ${spacing}`;
        expect(await bottomOf(which, page.locator('.tile a.btn')), which).toBeLessThanOrEqual(PHONE.height);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), which).toBeLessThanOrEqual(PHONE.width);
      }
    }
  }
});

test('a page that cannot be read says that money is safe, tries again by itself and at the press of a button', async ({ page }) => {
  const { transId } = await openInvoice(page.request);
  await page.route(`**${API}/payment/*`, (route) => route.abort());
  await page.route('**/bill/*', async (route) => {
    const answer = await route.fetch();
    const { 'content-encoding': _packed, 'content-length': _length, ...headers } = answer.headers();
    const body = (await answer.text()).replace(/<script type="application\/json" id="first-state">.*?<\/script>/s, '');
    await route.fulfill({ status: answer.status(), headers, body });
  });
  await page.goto(`/bill/${transId}`);
  await expect(page.getByRole('heading', { name: 'The server is not answering. Trying again...' })).toBeVisible();
  await expect(page.getByText('Money already sent is safe.')).toBeVisible();
  await page.unroute(`**${API}/payment/*`);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByTestId('address')).toBeVisible();
});

test('another network changes address, picture and warning; the exchange helper adds the fee', async ({ page }) => {
  const { transId } = await openInvoice(page.request);
  await page.goto(`/bill/${transId}`);
  const qr = page.getByRole('img', { name: 'QR code' });
  await expect(page.getByText('Send only USDT on BNB Smart Chain (BEP20).')).toBeVisible();
  await page.getByRole('combobox', { name: 'Network' }).selectOption('POLYGON');
  await expect(page.getByText(/Send only USDT on Polygon/)).toBeVisible();
  await expect(page.locator('.tile .pick-name')).toHaveText('Polygon POS');
  await expect(qr.locator('image')).toHaveAttribute('href', /polygon/);
  await page.getByText('Paying from an exchange?').click();
  await expect(page.getByText('Enter 11.0500 USDT, so that exactly 10.0500 arrives.')).toBeVisible();
  await page.getByLabel("The exchange's withdrawal fee (USDT)").fill('0,8');
  await expect(page.getByText('Enter 10.8500 USDT, so that exactly 10.0500 arrives.')).toBeVisible();
});

test('without script the page shows what to pay and says how to go on', async ({ browser, baseURL }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '', viewport: PHONE })).newPage();
  const { transId, address } = await openInvoice(page.request);
  await page.goto(`/bill/${transId}`);
  const note = page.locator('noscript p').first(); // by text alone Playwright does not look in there
  await expect(note).toBeVisible();
  await expect(note).toHaveText(/^JavaScript is off.*reloads every 15 seconds/);
  await expect(page.getByTestId('address')).toHaveText(new RegExp(`^${address}$`, 'i'));
  await expect(page.getByTestId('amount')).toHaveText('10.0500 USDT');
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expect(page.locator('noscript p').nth(1)).toHaveText(/^Pay before .*\sUTC/);
  for (const pretence of ['.live', '.clock', '.cp', '.lang']) await expect(page.locator(pretence).first()).toBeHidden();
  await page.context().addCookies([{ name: 'language', value: 'vi', url: `${baseURL}/bill` }]);
  await page.reload();
  await expect(note).toHaveText(/JavaScript/);
  await expect(note).not.toHaveText(/^JavaScript is off/);
  await page.context().clearCookies({ name: 'language' });

  await pay(page.request, transId, 'exact');
  // Nothing is touched: the page reloads by itself, and stops once the result is final.
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('meta[http-equiv="refresh"]')).toHaveCount(0);
});

test('the bill is complete before any module has come', async ({ page }) => {
  const { transId, address } = await openInvoice(page.request);
  await page.route('**/assets/*.js', () => undefined); // never answered
  const html = await (await page.request.get(`/bill/${transId}`)).text();
  // Kept in a template until the page is painted.
  expect(html.indexOf('<template id="modules"><script type="module"')).toBeGreaterThan(html.indexOf('data-testid="address"'));
  expect(html.slice(0, html.indexOf('<body>'))).toMatch(/rel="preload" as="font"/);
  expect(html.slice(0, html.indexOf('<body>'))).not.toMatch(/modulepreload|type="module"/);
  await page.goto(`/bill/${transId}`, { waitUntil: 'commit' });
  await expect(page.getByTestId('address')).toHaveText(new RegExp(`^${address}$`, 'i'));
  await expect(page.getByTestId('amount')).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
});

test('a network chosen before any module has come stays chosen', async ({ page }) => {
  const { transId } = await openInvoice(page.request);
  const answer = await holdScripts(page);
  await page.goto(`/bill/${transId}`, { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: 'Network' }).selectOption('POLYGON');
  answer();
  await expect(page.getByText(/Send only USDT on Polygon/)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Network' })).toHaveValue('POLYGON');
});

test('the modules hydrate the server-rendered bill, with what was opened and filled in before they came', async ({ page }) => {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  const { transId } = await openInvoice(page.request);
  const answer = await holdScripts(page);
  await page.goto(`/bill/${transId}`, { waitUntil: 'commit' });
  await page.getByText('Paying from an exchange?').click();
  await page.getByLabel("The exchange's withdrawal fee (USDT)").fill('0,8');
  await page.getByRole('radio', { name: 'Wallet request' }).check();
  const rendered = await page.locator('#root').evaluateHandle((root) => [...root.querySelectorAll('*')]);
  answer();
  await expect(page.getByRole('img', { name: 'QR code of the wallet request' })).toBeVisible();
  await expect(page.getByText('Enter 10.8500 USDT, so that exactly 10.0500 arrives.')).toBeVisible();
  await expect(page.getByText(/checked [2-9] s ago/)).toBeVisible();
  expect(await rendered.evaluate((elements) => elements.filter((each) => !each.isConnected).map((each) => each.outerHTML))).toEqual([]);
  expect(failures).toEqual([]);
});

test('a browser that paints no frame, as in a hidden frame of a shop, still follows the payment', async ({ page }) => {
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0;
  });
  const { transId } = await openInvoice(page.request);
  await page.goto(`/bill/${transId}`);
  await pay(page.request, transId, 'exact');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
});

test('a language chosen before any module has come is shown', async ({ page }) => {
  const { transId } = await openInvoice(page.request);
  const answer = await holdScripts(page);
  await page.goto(`/bill/${transId}`, { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: 'Language' }).selectOption('vi');
  answer();
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
  await expect(page.getByRole('heading', { name: 'SEND CRYPTO' })).toHaveCount(0);
});

test('a right-to-left language turns the page around; amount and address stay as they are', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.addInitScript(() => localStorage.setItem('language', 'ar'));
  await page.route('**/auth/translations?lang=ar', (route) => route.fulfill({ json: { 'SEND CRYPTO': 'أرسل العملة المشفرة' } }));
  const { transId } = await openInvoice(page.request);
  await page.goto(`/bill/${transId}`);
  await expect(page.getByRole('heading', { name: 'أرسل العملة المشفرة' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByTestId('amount')).toHaveAttribute('dir', 'ltr');
  await expect(page.getByTestId('address')).toHaveAttribute('dir', 'ltr');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
});

test('each change is said to screen readers once', async ({ page }) => {
  const { transId } = await openInvoice(page.request);
  let changes: object = {};
  await showInstead(page, () => changes);
  await page.routeWebSocket(/\/api\/v1\/ws\//, (socket) => socket.close());
  await page.goto(`/bill/${transId}`);
  await expect(page.getByTestId('address')).toBeVisible();
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const line = document.querySelector('main ~ [role=status], [role=status].sr');
    if (line !== null)
      new MutationObserver(() => said.push(line.textContent ?? '')).observe(line, { childList: true, characterData: true, subtree: true });
  });
  changes = billStates.find(({ name }) => name === 'processing')?.changes({} as BillView) ?? {};
  await expect(page.getByRole('heading', { name: 'Payment seen, confirming' })).toBeVisible({ timeout: 30_000 });
  for (let answers = 0; answers < 2; answers += 1) await page.waitForResponse(`**${API}/payment/*`, { timeout: 30_000 }); // they say the same
  await page.route(`**${API}/payment/*`, (route) => route.abort());
  await expect(page.locator('.offline')).toBeVisible({ timeout: 30_000 });
  await page.waitForEvent('requestfailed', { timeout: 30_000 });
  expect(await page.evaluate(() => (window as never as { said: string[] }).said)).toEqual(['Payment seen, confirming', 'Reconnecting.']);
});
