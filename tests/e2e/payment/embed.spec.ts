import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { API, openInvoice, pay } from '../bills';
import { uniqueName } from '../people';

/** A shop on another site: browsers do not count localhost and 127.0.0.1 as the same. */
async function startShop(page: string): Promise<{ origin: string; stop: () => void }> {
  const server = createServer((_request, response) => void response.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() };
}

const TYPES = ['ready', 'created', 'seen', 'confirming', 'paid', 'expired', 'closed'];
const pageOf = (gateway: string, slug: string) => `<!doctype html><html lang="de"><title>Shop</title><h1>Shop</h1>
  <script>
    const heard = [];
    for (const type of ${JSON.stringify(TYPES)}) document.addEventListener('stablegate:' + type, ({ detail }) => heard.push(detail));
  </script>
  <script src="${gateway}/embed/v1.js" data-link="${slug}"></script>`;

type Heard = { type: string; trans_id?: string; paid?: unknown };
const heardIn = (page: Page) => page.evaluate('heard') as Promise<Heard[]>;
const typesIn = async (page: Page) => (await heardIn(page)).map(({ type }) => type);

async function newLink(request: APIRequestContext): Promise<{ storeId: string; id: string; slug: string; transId: string }> {
  const { transId, storeId } = await openInvoice(request);
  const fields = { description: null, stock: null, endsAt: null, questions: [], successMessage: 'Come in!' };
  const made = await request.post(`${API}/payment-links`, { data: { ...fields, name: `Tea ${uniqueName()}`, amount: '5', storeId } });
  const { id, url }: { id: string; url: string } = await made.json();
  return { storeId, id, transId, slug: url.split('/pay/')[1] ?? '' };
}

test('a button on another website opens the checkout, which is paid there, and the page hears of it', async ({
  page,
  browser,
  baseURL,
}) => {
  const gateway = baseURL ?? '';
  const { storeId, id, slug, transId } = await newLink(page.request);
  const shop = await startShop(pageOf(gateway, slug));
  await page.goto(`/manage-merchant?id=${storeId}&tab=details`);
  const websites = page.getByLabel('Allowed websites');
  await websites.fill('http://shop.example');
  const save = page.locator('form').filter({ has: websites }).getByRole('button', { name: 'Save' });
  await save.click();
  await expect(websites).toHaveAccessibleDescription(/http:\/\/shop\.example: Please enter an address such as/);
  await websites.fill(`${shop.origin}/`);
  await save.click();
  await expect(websites).toHaveValue(shop.origin);
  await page.goto(`/payment-links/${id}/embed`);
  await expect(page.getByText(`data-link="${slug}"`)).toBeVisible();
  await page.getByRole('button', { name: 'Pay with USDT' }).click();
  await expect(page.getByRole('dialog').frameLocator('iframe').getByRole('button', { name: 'Continue to payment' })).toBeVisible();

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(shop.origin);
  const button = visitor.getByRole('button', { name: 'Mit USDT bezahlen' }); // the language of the shop's page
  await button.click();
  const dialog = visitor.getByRole('dialog');
  const frame = dialog.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Weiter zur Zahlung' }).click();
  await expect(frame.getByTestId('amount')).toBeVisible();
  await expect.poll(() => typesIn(visitor)).toContain('created');
  const ordered = (await heardIn(visitor)).find(({ type }) => type === 'created');
  await pay(page.request, ordered?.trans_id ?? '', 'exact');
  await expect.poll(() => typesIn(visitor)).toContain('paid');
  expect((await heardIn(visitor)).find(({ type }) => type === 'paid')).toMatchObject({ trans_id: ordered?.trans_id });
  // By keyboard: a click waits until the frame is rendered twice, which a busy browser puts off in a frame of another site.
  await frame.getByRole('link', { name: 'Weiter', exact: true }).first().press('Enter');
  await expect(frame.getByText('Come in!')).toBeVisible();
  await visitor.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
  // The browser hides the dialog first, and tells of it afterwards.
  await expect.poll(async () => (await heardIn(visitor)).at(-1)).toEqual({ type: 'closed', paid: true });

  // an invoice that the shop's server has made
  await visitor.evaluate(`Stablegate.open({ invoice: ${JSON.stringify(`${gateway}/bill/${transId}`)}, lang: 'en' })`);
  await expect(frame.getByTestId('amount')).toBeVisible();
  // rendered by the server first: its script follows
  await expect.poll(async () => (await heardIn(visitor)).at(-1)).toEqual({ type: 'ready', trans_id: transId });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await visitor.context().close();
  shop.stop();
});

test('a website that the merchant does not allow cannot show the checkout, and offers the payment page instead', async ({
  page,
  browser,
  baseURL,
}) => {
  const gateway = baseURL ?? '';
  const { storeId, slug } = await newLink(page.request);
  await page.request.put(`${API}/store/${storeId}/embed`, { data: { origins: ['https://shop.example'] } });
  const other = await startShop(pageOf(gateway, slug));
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(other.origin);
  await visitor.getByRole('button', { name: 'Mit USDT bezahlen' }).click();
  const dialog = visitor.getByRole('dialog');
  await expect(dialog.getByRole('link', { name: 'Zahlungsseite öffnen' })).toHaveAttribute('href', `${gateway}/pay/${slug}`);
  await expect(dialog.frameLocator('iframe').getByText('Tea')).toHaveCount(0);
  expect(await heardIn(visitor)).toEqual([]);
  await visitor.context().close();
  other.stop();
});
