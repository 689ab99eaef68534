import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { DEMO_MERCHANT, uniqueName } from './people';

export const API = '/api/v1';
export const PHONE = { width: 360, height: 640 };
export const DESK = { width: 1280, height: 800 };

export type BillView = {
  amount: string;
  due: string;
  paid: string;
  status: string;
  version: number;
  server_time: string;
  expires_at: string;
  networks: { network: string; address: string; chain_id?: number; contract?: string; decimals?: number }[];
};

/** Any address works: the sandbox's payers need no key to send to it. */
const freshAddress = (): string => `0x${Array.from({ length: 40 }, () => Math.floor(Math.random() * 16).toString(16)).join('')}`;

async function made<T>(
  request: APIRequestContext,
  path: string,
  data: object,
  headers: Record<string, string> = {},
  origin = '',
): Promise<T> {
  const answer = await request.post(origin + API + path, { data, headers });
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return answer.json();
}

export type Bill = { readonly transId: string; readonly address: string; readonly storeId: string; readonly storeName: string };

/** Like a shop: a store with addresses, then an invoice by the merchant API. */
export async function openInvoice(
  request: APIRequestContext,
  order: object = {},
  { origin = '', addresses = {}, minutes = 15 } = {},
): Promise<Bill> {
  expect((await request.post(`${origin}${API}/auth/login`, { form: DEMO_MERCHANT })).ok()).toBe(true);
  const storeName = `Shop ${uniqueName()}`;
  const store = await made<{ id: string; apiKey: string }>(
    request,
    '/store',
    { name: storeName, invoiceExpiryMinutes: minutes },
    {},
    origin,
  );
  const address = freshAddress();
  for (const [network, own] of Object.entries({ POLYGON: address, BEP20: address, ...addresses }))
    await made(request, '/wallet', { storeId: store.id, network, address: own }, {}, origin);
  const body = {
    name: 'Order 1',
    amount: '10',
    request_id: uniqueName(),
    success_url: 'https://example.com/thanks',
    cancel_url: 'https://example.com/back',
    ...order,
  };
  const invoice = await made<{ data: { trans_id: string } }>(request, '/payment/invoice', body, { 'x-api-key': store.apiKey }, origin);
  return { transId: invoice.data.trans_id, address, storeId: store.id, storeName };
}

export const viewOf = async (request: APIRequestContext, transId: string, origin = ''): Promise<BillView> =>
  (await (await request.get(`${origin}${API}/payment/${transId}`)).json()).data;

export const pay = (request: APIRequestContext, transId: string, mode: string) =>
  made(request, `/sandbox/invoices/${transId}/pay`, { mode });

/** The page's state calls answer with these changes applied to the real state; the socket is unchanged. */
export async function showInstead(page: Page, changes: (view: BillView) => object): Promise<void> {
  await page.route(`**${API}/payment/*`, async (route) => {
    const answer = await route.fetch();
    const reply = await answer.json();
    await route.fulfill({ response: answer, json: { ...reply, data: { ...reply.data, ...changes(reply.data) } } });
  });
}

/** The page as production serves it: with the wallet button, and without the sandbox's marks and panel. */
export const asInProduction = (page: Page): Promise<void> =>
  rewritten(page, (html) => html.replace('content="sandbox"', 'content="production"'));

/** The payment page's own document, changed on its way. */
export async function rewritten(page: Page, change: (html: string) => string): Promise<void> {
  await page.route('**/bill/*', async (route) => {
    const answer = await route.fetch();
    const { 'content-encoding': _packed, 'content-length': _length, ...headers } = answer.headers();
    await route.fulfill({ status: answer.status(), headers, body: change(await answer.text()) });
  });
}
