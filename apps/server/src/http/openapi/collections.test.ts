import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app';
import { addWallet, evmAddress, type Merchant, NETWORK_ENV, newMerchant, newStore } from '../../../test/stores';

type Pair = { readonly key: string; readonly value: string; readonly disabled?: boolean };
type PostmanItem = {
  readonly name: string;
  readonly request: {
    readonly method: 'GET' | 'POST';
    readonly header: readonly Pair[];
    readonly url: {
      readonly raw: string;
      readonly path: readonly string[];
      readonly variable: readonly Pair[];
      readonly query: readonly Pair[];
    };
    readonly body?: { readonly mode: string; readonly raw: string };
  };
};
type Postman = {
  readonly info: { readonly name: string; readonly schema: string };
  readonly auth: { readonly type: string; readonly apikey: readonly Pair[] };
  readonly variable: readonly Pair[];
  readonly item: readonly PostmanItem[];
};
type BrunoItem = {
  readonly type: string;
  readonly seq: number;
  readonly request: {
    readonly url: string;
    readonly method: 'GET' | 'POST';
    readonly body: { readonly mode: string; readonly json: string | null };
  };
};
type Bruno = {
  readonly name: string;
  readonly version: string;
  readonly items: readonly BrunoItem[];
  readonly environments: readonly { readonly variables: readonly { readonly name: string; readonly secret: boolean }[] }[];
};

let app: TestApp;
let merchant: Merchant;
let apiKey: string;
let postman: Postman;
let paths: Record<string, Record<string, { readonly summary: string }>>;

beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV, roles: ['api'] });
  merchant = await newMerchant(app, 'collector');
  const store = await newStore(merchant);
  await addWallet(merchant, store.id, 'BEP20', evmAddress(31));
  apiKey = store.apiKey;
  postman = (await app.server.inject({ url: '/api/v1/collection.postman.json' })).json<Postman>();
  paths = (await app.server.inject({ url: '/api/v1/openapi-merchant.json' })).json<{ paths: typeof paths }>().paths;
});

/** What Postman sends, with variables filled in. */
function send(name: string, values: Record<string, string>) {
  const { request } = postman.item.find((each) => each.name === name) as PostmanItem;
  const base = postman.variable.find(({ key }) => key === 'baseUrl')?.value ?? '';
  const filled = request.url.raw
    .replace('{{baseUrl}}', new URL(base).pathname)
    .replace(/:(\w+)/g, (_all, key: string) => values[key] ?? request.url.variable.find((each) => each.key === key)?.value ?? '');
  const headers = Object.fromEntries(request.header.map(({ key, value }) => [key.toLowerCase(), value]));
  const named = Object.fromEntries(postman.auth.apikey.map(({ key, value }) => [key, value]));
  return app.server.inject({
    method: request.method,
    url: filled,
    headers: { ...headers, [String(named.key).toLowerCase()]: String(named.value).replace('{{apiKey}}', apiKey) },
    ...(request.body === undefined ? {} : { payload: request.body.raw }),
  });
}

test('the Postman collection has the shape of its published schema', () => {
  expect(postman.info).toMatchObject({
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    name: expect.any(String),
  });
  expect(postman.auth.type).toBe('apikey');
  expect(postman.variable.map(({ key }) => key)).toEqual(['baseUrl', 'apiKey']);
  for (const { name, request } of postman.item) {
    expect(name).toMatch(/\w/);
    expect(request.url.raw).toMatch(/^\{\{baseUrl\}\}\/payment\//);
    expect(request.url.raw.split('?')[0]).toBe(`{{baseUrl}}/${request.url.path.join('/')}`);
    const used = request.url.path.filter((part) => part.startsWith(':')).map((part) => part.slice(1));
    expect(request.url.variable.map(({ key }) => key)).toEqual(used);
    if (request.body !== undefined) expect(JSON.parse(request.body.raw)).toBeTypeOf('object');
  }
});

test('both collections have every call of a key, and no key', async () => {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} {{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const bruno = (await app.server.inject({ url: '/api/v1/collection.bruno.json' })).json<Bruno>();
  expect(postman.item.map(({ request }) => `${request.method} ${request.url.raw.split('?')[0]}`)).toEqual(calls);
  expect(bruno.items.map(({ request }) => `${request.method} ${request.url}`)).toEqual(calls);
  expect(bruno.version).toBe('1');
  expect(bruno.items.map(({ type, seq }) => [type, seq])).toEqual(calls.map((_call, index) => ['http', index + 1]));
  expect(bruno.environments[0]?.variables.find(({ name }) => name === 'apiKey')?.secret).toBe(true);
  expect(bruno.items.every(({ request }) => (request.body.mode === 'json') === (request.body.json !== null))).toBe(true);
  expect(postman.variable.find(({ key }) => key === 'apiKey')?.value).toBe('');
});

test('requests made from the collection create an invoice and read it', async () => {
  const created = await send(paths['/payment/invoice']?.post?.summary ?? '', {});
  expect([created.statusCode, created.json().status]).toEqual([201, 'success']);
  const transId = created.json<{ data: { trans_id: string } }>().data.trans_id;
  const read = await send(paths['/payment/invoice/{trans_id}']?.get?.summary ?? '', { trans_id: transId });
  expect([read.statusCode, read.json().data?.trans_id ?? read.json().trans_id]).toEqual([200, transId]);
});

test('the error codes are served as Markdown too', async () => {
  const answer = await app.server.inject({ url: '/docs/errors.md' });
  expect(answer.headers['content-type']).toBe('text/markdown; charset=utf-8');
  expect(answer.body).toContain('## insufficient_balance\n\nHTTP 402: Your balance is too low.\n\n- Cause: ');
});
