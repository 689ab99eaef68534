import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import { API, openInvoice, pay, showInstead, viewOf } from './bills';

/** Answers are changed on their way: a page that polls has a request under way when its test ends. */
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

/** Margin for a busy machine. */
const BUSY_SECONDS = 10;
const SOCKETS = /\/api\/v1\/ws\//;
const success = (page: Page) => page.getByRole('heading', { name: 'Payment Successful!' });
/** Resolves when the subscription is acknowledged: from then on the socket alone can deliver changes. */
const untilLive = (page: Page) =>
  page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived', ({ payload }) => payload === 'a["\\n"]'));

test('a payment shows as final by the socket alone', async ({ page }) => {
  const { transId } = await openInvoice(page.request);
  const live = untilLive(page);
  await page.goto(`/bill/${transId}`);
  await live;
  await page.route(`**${API}/payment/*`, (route) => route.abort());
  await pay(page.request, transId, 'exact');
  await expect.poll(async () => (await viewOf(page.request, transId)).status, { timeout: 40_000, intervals: [100] }).toBe('success');
  await expect(success(page)).toBeVisible({ timeout: BUSY_SECONDS * 1_000 });
});

test('no socket: the page polls, and is never much more than 5 seconds out of date', async ({ page }) => {
  test.setTimeout(120_000);
  await page.routeWebSocket(SOCKETS, (socket) => socket.close());
  const { transId } = await openInvoice(page.request);
  await page.goto(`/bill/${transId}`);
  await expect(page.getByText('Watching for your payment')).toBeVisible();
  for (let second = 0; second < 12; second += 1) {
    const [, age] = /checked (\d+) s ago/.exec((await page.locator('.live').textContent()) ?? '') ?? [];
    expect(Number(age)).toBeLessThanOrEqual(5 + BUSY_SECONDS);
    await page.waitForTimeout(1_000);
  }
  await pay(page.request, transId, 'exact');
  await expect.poll(async () => (await viewOf(page.request, transId)).status, { timeout: 40_000 }).toBe('success');
  await expect(success(page)).toBeVisible({ timeout: 5_000 + BUSY_SECONDS * 1_000 });
});

test('F40: an open socket that carries nothing: the page polls and follows within 5 seconds', async ({ page }) => {
  test.setTimeout(180_000);
  let isCut = false;
  await page.routeWebSocket(SOCKETS, (socket) => {
    const far = socket.connectToServer();
    far.onMessage((message) => (isCut ? undefined : socket.send(message)));
  });
  const { transId } = await openInvoice(page.request);
  await page.goto(`/bill/${transId}`);
  await expect(page.getByText('Watching for your payment')).toBeVisible();
  isCut = true;
  await pay(page.request, transId, 'exact');
  await expect.poll(async () => (await viewOf(page.request, transId)).status, { timeout: 60_000, intervals: [100] }).toBe('success');
  await expect(success(page)).toBeVisible({ timeout: 5_000 + BUSY_SECONDS * 1_000 });
});

test('a dropped socket reconnects after 5 seconds, reads the state first, and subscribes again', async ({ page }) => {
  const order: string[] = [];
  const cuts: (() => Promise<void>)[] = [];
  await page.routeWebSocket(SOCKETS, (socket) => {
    order.push('socket');
    socket.connectToServer();
    cuts.push(() => socket.close());
  });
  page.on('request', (request) => request.url().includes(`${API}/payment/`) && order.push('read'));
  const { transId } = await openInvoice(page.request);
  await page.goto(`/bill/${transId}`);
  await expect.poll(() => cuts.length).toBe(1);
  await page.waitForTimeout(1_000);
  const cutAt = Date.now();
  await cuts[0]?.();
  await expect.poll(() => cuts.length, { timeout: 30_000, intervals: [50] }).toBe(2);
  expect(Date.now() - cutAt).toBeGreaterThan(4_800);
  expect(order.at(-2)).toBe('read');
  await pay(page.request, transId, 'exact');
  await expect(success(page)).toBeVisible({ timeout: 40_000 });
});

test('without a success_url no socket is opened, as specified; payment is still noticed', async ({ page }) => {
  let sockets = 0;
  page.on('websocket', () => {
    sockets += 1;
  });
  const { transId } = await openInvoice(page.request, { success_url: undefined });
  await page.goto(`/bill/${transId}`);
  await pay(page.request, transId, 'exact');
  await expect(success(page)).toBeVisible({ timeout: 40_000 });
  expect(sockets).toBe(0);
  await expect(page.getByRole('link', { name: 'Return to Website' })).toHaveCount(0);
});

test('at zero the page asks the server, whose time decides, and shows the end with the link back', async ({ page }) => {
  const { transId } = await openInvoice(page.request);
  // The server's clock is unchanged; only the end is moved, to six seconds after the page's first answer.
  let end: string | undefined;
  await page.addInitScript(() => {
    const wrong = 3 * 60 * 60_000; // a phone whose clock is three hours off
    const { now } = Date;
    Date.now = () => now() + wrong;
  });
  await showInstead(page, ({ server_time }) => {
    end ??= new Date(Date.parse(server_time) + 6_000).toISOString();
    return { expires_at: end };
  });
  await page.goto(`/bill/${transId}`);
  await expect(page.getByRole('timer')).toHaveText(/0:0[1-6]$/);
  await expect(page.getByRole('heading', { name: 'Payment Expired!' })).toBeVisible();
  await expect(page.getByText('The invoice has expired, please create a new invoice.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Website' })).toHaveAttribute('href', 'https://example.com/back');
});

const BROWSER_TRANSPORTS = [
  'websocket',
  'xhr-streaming',
  'eventsource',
  'iframe-eventsource',
  'htmlfile',
  'iframe-htmlfile',
  'xhr-polling',
  'iframe-xhr-polling',
  'jsonp-polling',
];
const require = createRequire(import.meta.url);
const stompScript = readFileSync(require.resolve('@stomp/stompjs'), 'utf8'); // require() of the package is one script for browsers

type Heard = Window & {
  heard: string[];
  StompJs: {
    Client: new (
      options: object,
    ) => {
      watchForReceipt(receipt: string, onReceipt: () => void): void;
      subscribe(to: string, onMessage: (message: { body: string }) => void, headers: object): void;
      activate(): void;
    };
  };
  SockJS: new (url: string, reserved: null, options: object) => object;
};

/** One after the other: a browser holds six connections to a host, and most of these transports keep one. */
for (const transport of BROWSER_TRANSPORTS) {
  test(`stompjs with sockjs-client over ${transport} gets the message in a browser, under our content security policy`, async ({
    page,
  }) => {
    await page.route('**/stomp.js', (route) => route.fulfill({ contentType: 'application/javascript', body: stompScript }));
    const { transId } = await openInvoice(page.request);
    await page.goto('/contact');
    await page.addScriptTag({ url: '/stomp.js' });
    await page.addScriptTag({ url: `${API}/ws/sockjs.js` });
    await page.evaluate(
      ([name, id]) =>
        new Promise<void>((resolve, reject) => {
          const { StompJs, SockJS } = window as never as Heard;
          const heard: string[] = [];
          Object.assign(window, { heard });
          const client = new StompJs.Client({
            // sockjs-client gives a transport a few round trips to open, which on loopback is under a second.
            webSocketFactory: () => new SockJS('/api/v1/ws', null, { transports: name, timeout: 25_000 }),
            reconnectDelay: 0,
            onWebSocketClose: ({ reason }: { reason: string }) => reject(new Error(`The connection was closed: ${reason}`)),
            onConnect: () => {
              client.watchForReceipt('subscribed', resolve);
              client.subscribe(`/topic/invoice/${id}`, ({ body }) => heard.push(body), { receipt: 'subscribed' });
            },
          });
          client.activate();
        }),
      [transport, transId],
    );
    expect((await page.request.post(`${API}/invoice/${transId}/cancel`)).ok()).toBe(true);
    await expect.poll(() => page.evaluate(() => (window as never as Heard).heard.at(-1))).toContain('"status":"expired"');
  });
}
