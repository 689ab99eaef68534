import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { addWallet, callApi, evmAddress, type Merchant, NETWORK_ENV, newMerchant, newStore } from '../../../../test/stores';
import type { StoreId } from '../../../platform/id-types';

let app: TestApp;
let alice: Merchant;
let storeId: StoreId;
let api: ReturnType<typeof callApi>;
const valid = { name: 'Tea', amount: '25', request_id: 'order-1' };

beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV });
  alice = await newMerchant(app, 'alice_1');
  const store = await newStore(alice);
  storeId = store.id;
  await addWallet(alice, store.id, 'BEP20', evmAddress(1));
  api = callApi(app, store.apiKey);
});

const amounts = [
  ...['0', '0.0000', '-1', '1e3', '1E3', '١', '５', ' 5', '5 ', '+5', 'NaN', 'Infinity', '', '.5', '5.', '1,000', '1_000', '0x10', '007'],
  ...[
    '5.00001',
    '1000000.0001',
    '1000001',
    '99999999999999999999',
    '5\n',
    0,
    -1,
    12.34567,
    0.1 + 0.2,
    1e-5,
    1_000_000.0001,
    1e21,
    null,
    true,
    ['5'],
    { value: '5' },
  ],
];
const texts = ['', '   ', 'x'.repeat(256), 'a\0b', 'half a pair \ud800', 5, null, [], {}];
const addresses = [
  ...[
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'ftp://x.example',
    'file:///etc/passwd',
    '//x.example',
    'x.example',
  ],
  ...['/relative', 'https://', 'http:/x.example', 'https://x.example/a b', ' https://x.example', `https://x.example/${'a'.repeat(2048)}`],
  ...['', 'https://x\0.example', 5, null, {}],
];
const cases: [string, unknown][] = [
  ...amounts.map((value): [string, unknown] => ['amount', value]),
  ...texts.map((value): [string, unknown] => ['name', value]),
  ...['', 'x'.repeat(101), 'a\0b', '\udfff', 5, null].map((value): [string, unknown] => ['request_id', value]),
  ...['x'.repeat(1001), 'a\0b', 5, null].map((value): [string, unknown] => ['description', value]),
  ...['x', 5, null, [], ['x'], Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, 'v']))].map((value): [string, unknown] => [
    'metadata',
    value,
  ]),
  ...['callback_url', 'success_url', 'cancel_url'].flatMap((path) => addresses.map((value): [string, unknown] => [path, value])),
];

test.each(cases)('%s %j is 422 and named', async (path, value) => {
  const answer = await api.post('/payment/invoice', { ...valid, [path]: value });
  const { code, errors, message, msg } = answer.json();
  expect([answer.statusCode, code, errors?.[0].path]).toEqual([422, 'invalid_value', path]);
  expect(msg).toBe(message);
});

test.each([
  ['', 'v'],
  ['x'.repeat(41), 'v'],
  ['a\0b', 'v'],
  ['k', 'x'.repeat(501)],
  ['k', 'a\0b'],
  ['k', 5],
  ['k', null],
  ['k', {}],
])('metadata %j: %j is 422 and named', async (key, value) => {
  const answer = await api.post('/payment/invoice', { ...valid, metadata: { good: 'v', [key]: value } });
  expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, `metadata.${key}`]);
});

test.each(['name', 'amount', 'request_id'] as const)('%s must be there', async (path) => {
  const { [path]: _left, ...rest } = valid;
  const answer = await api.post('/payment/invoice', rest);
  expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, path]);
});

test.each([
  ['not JSON', '{', 400, 'malformed_json'],
  ['a list', '[]', 422, 'invalid_value'],
  ['a huge body', JSON.stringify({ ...valid, description: 'x'.repeat(70_000) }), 413, 'body_too_large'],
])('%s is refused', async (_name, payload, status, code) => {
  const headers = { 'x-api-key': (await alice.get('/store')).json()[0].apiKey, 'content-type': 'application/json' };
  const answer = await app.server.inject({ method: 'POST', url: '/api/v1/payment/invoice', headers, payload });
  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
});

test('none of these created an invoice', async () => {
  expect(await app.platform.db.query.selectFrom('invoices').select('id').execute()).toEqual([]);
  expect(await app.platform.db.query.selectFrom('amount_reservations').select('payable').execute()).toEqual([]);
});

test.each(['0.0001', '1000000', '1000000.0000', '999999.9999', '0.1'])('%s is an amount', async (amount) => {
  const answer = await api.post('/payment/invoice', { ...valid, amount, request_id: amount });
  expect(answer.statusCode, answer.body).toBe(201);
});

test.each([
  [12.5, '12.500000'],
  [0.1, '0.100000'],
  [1e3, '1000.000000'],
  [999_999.9999, '999999.999900'],
])('the number %d is the amount %s', async (amount, kept) => {
  const answer = await api.post('/payment/invoice', { ...valid, amount, request_id: `number ${amount}` });
  expect([answer.statusCode, answer.json().data?.amount]).toEqual([201, kept]);
  const asText = await api.post('/payment/invoice', { ...valid, amount: String(amount), request_id: `number ${amount}` });
  expect([asText.statusCode, asText.json()]).toEqual([200, answer.json()]);
});

test('F44: texts are stored exactly, whatever their characters', async () => {
  const name = '<script>alert(1)</script> \u202e 😀 ’; drop table invoices; --';
  const body = { ...valid, name, description: '', request_id: ' Bestellung\t№ 7 ' };
  const { trans_id } = (await api.post('/payment/invoice', body)).json().data;
  const found = await api.get(`/payment/invoice?request_id=${encodeURIComponent(body.request_id)}`);
  expect(found.json().data).toMatchObject({ trans_id, request_id: body.request_id });
  expect((await alice.get(`/invoice/${trans_id}`)).json()).toMatchObject({ name, description: '' });
});

test('the screen refuses the same input', async () => {
  for (const [path, value] of [
    ['amount', '1e3'],
    ['name', ''],
    ['success_url', 'javascript:alert(1)'],
    ['success_url', 'https://your-bank.example@evil.example/'],
    ['cancel_url', 'https://user:secret@evil.example/'],
    ['storeId', ''],
  ]) {
    const answer = await alice.post('/invoice', { storeId, name: 'Tea', amount: '5', [path as string]: value });
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, path]);
  }
  expect((await alice.post('/invoice', { storeId: 'str_nobodys', name: 'Tea', amount: '5' })).statusCode).toBe(404);
});
