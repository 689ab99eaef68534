import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { openShop, order, type Shop } from '../../../../test/shop';
import { NETWORK_ENV } from '../../../../test/stores';

let app: TestApp;
let shop: Shop;
let storeId: string;
beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
  shop = await openShop(app);
  storeId = (await shop.merchant.get('/store')).json()[0].id;
});

const save = (origins: readonly string[]) => shop.merchant.put(`/store/${storeId}/embed`, { origins });

test('a store allows no website at first; what it allows is kept as browsers write it, once', async () => {
  expect((await shop.merchant.get(`/store/${storeId}/embed`)).json()).toEqual({ origins: [] });
  const given = [' https://Shop.Example/ ', 'https://shop.example:443', 'https://münchen.example:8443', 'http://localhost:5000'];
  const kept = { origins: ['https://shop.example', 'https://xn--mnchen-3ya.example:8443', 'http://localhost:5000'] };
  expect((await save(given)).json()).toEqual(kept);
  expect((await shop.merchant.get(`/store/${storeId}/embed`)).json()).toEqual(kept);
});

describe('is refused, since it is no origin that may stand in the header', () => {
  test.each([
    'http://shop.example',
    'https://shop.example/checkout',
    'https://shop.example?x=1',
    'https://user@shop.example',
    'https://*.shop.example',
    "https://shop.example;script-src'unsafe-inline'",
    'https://a;b.example',
    'https://a,b.example',
    "https://a'b.example",
    'https://shop.example https://evil.example',
    'shop.example',
    '*',
    'null',
    'data:text/html,x',
    'javascript:alert(1)',
    '',
  ])('%s', async (origin) => {
    const answer = await save([origin]);
    expect([answer.statusCode, answer.json().errors?.[0].path]).toEqual([422, 'origins.0']);
  });

  test('a twenty-first one', async () => {
    expect((await save(Array.from({ length: 21 }, (_, at) => `https://shop${at}.example`))).statusCode).toBe(422);
    expect((await save(Array.from({ length: 20 }, (_, at) => `https://shop${at}.example`))).statusCode).toBe(200);
  });
});

test('the owner alone reads and changes them, and finds the change in the log', async () => {
  await save(['https://tea.example']);
  const stranger = await openShop(app);
  expect((await stranger.merchant.get(`/store/${storeId}/embed`)).statusCode).toBe(404);
  expect((await stranger.merchant.put(`/store/${storeId}/embed`, { origins: ['https://evil.example'] })).statusCode).toBe(404);
  await save(['https://tea.example', 'https://mugs.example']);
  await save(['https://tea.example', 'https://mugs.example']); // nothing new: no entry
  const { content } = (await shop.merchant.get('/audit-log?action=embed-origins.changed')).json();
  expect(content[0]).toMatchObject({
    before: { websites: 'https://tea.example' },
    after: { websites: 'https://tea.example, https://mugs.example' },
  });
});

test('they hold for the invoices and links of that store, and for no others', async () => {
  await save(['https://tea.example']);
  const { transId } = await order(app, shop);
  const fields = { name: 'Tea', description: null, amount: '5', stock: null, endsAt: null, questions: [], successMessage: null };
  const link = await shop.merchant.post('/payment-links', { ...fields, storeId });
  const slug = link.json().url.split('/pay/')[1];
  const { embedOriginsOf } = app.services.links;
  expect(await embedOriginsOf('bill', transId)).toEqual(['https://tea.example']);
  expect(await embedOriginsOf('pay', slug)).toEqual(['https://tea.example']);
  const other = await openShop(app);
  expect(await embedOriginsOf('bill', (await order(app, other)).transId)).toEqual([]);
  expect([await embedOriginsOf('bill', slug), await embedOriginsOf('pay', transId)]).toEqual([[], []]);
});
