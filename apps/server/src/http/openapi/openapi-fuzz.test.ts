import { Ajv2020 } from 'ajv/dist/2020';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '../../../test/app';
import { brokenValue, createRandom, type JsonSchema, someValue } from '../../../test/schema-values';
import { addWallet, evmAddress, type Merchant, NETWORK_ENV, newMerchant, newStore } from '../../../test/stores';

const REQUESTS = 5_000;
const SEED = 20_261_115;
/** Documented responses for a missing or unreachable part of the installation, such as the nodes here. */
const NOT_CONFIGURED = ['translator_not_configured', 'top_up_not_configured', 'unavailable'];

type Parameter = { readonly name: string; readonly in: 'path' | 'query'; readonly schema: JsonSchema };
type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;
type Operation = {
  readonly path: string;
  readonly method: string;
  readonly security: readonly Record<string, unknown>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, 'path' | 'method'>>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
};

const random = createRandom(SEED);
const ajv = new Ajv2020({ strict: false, validateFormats: false });
let app: TestApp;
let operations: Operation[];
let components: Document['components']['schemas'];
let people: { guest: Browser; merchant: Merchant; admin: Merchant };
let apiKey: string;
let known: string[];

beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV, roles: ['api'] });
  const document = (await app.browser().get('/openapi.json')).json<Document>();
  ajv.addSchema(document, 'api');
  components = document.components.schemas;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );
  const merchant = await newMerchant(app, 'fuzzmerchant');
  const admin = await newMerchant(app, 'fuzzadmin');
  await app.platform.db.query.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', admin.userId).execute();
  people = { guest: app.browser(), merchant, admin };
  const store = await newStore(merchant);
  const wallet = await addWallet(merchant, store.id, 'BEP20', evmAddress(9));
  const { transId } = (await merchant.post('/invoice', { storeId: store.id, name: 'Fuzz', amount: '10' })).json<{ transId: string }>();
  apiKey = store.apiKey;
  known = [merchant.userId, admin.userId, store.id, wallet.id, transId];
});

/** References to components are replaced by what they name; nothing refers to itself. */
const resolved = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (_key, value) =>
    typeof value?.$ref === 'string' ? resolved(components[value.$ref.replace('#/components/schemas/', '')] ?? {}) : value,
  );
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function address(operation: Operation, isBroken: boolean): string {
  const someText = ({ schema }: Parameter) => asText(isBroken && random.chance(0.4) ? brokenValue(random) : someValue(schema, random));
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const parameter = operation.parameters.find((each) => each.name === name);
    const value = random.chance(0.6) ? random.pick(known) : parameter === undefined ? 'x' : someText(parameter);
    return encodeURIComponent(value.replace(/\p{Cs}/gu, '\ufffd')) || 'x';
  });
  const query = operation.parameters.filter((each) => each.in === 'query' && random.chance(0.6));
  const search = new URLSearchParams(query.map((each): [string, string] => [each.name, someText(each)]));
  return `/api/v1${path}?${search}`;
}

function body(operation: Operation, isBroken: boolean): { payload?: string; headers: Record<string, string> } {
  const content = operation.requestBody?.content;
  if (content === undefined) return { headers: {} };
  const type = random.pick(Object.keys(content));
  const value = someValue(resolved(content[type]?.schema ?? {}), random) as Record<string, unknown>;
  if (isBroken) {
    for (const name of Object.keys(value)) {
      if (random.chance(0.3)) value[name] = brokenValue(random);
      else if (random.chance(0.1)) delete value[name];
    }
    if (random.chance(0.03)) return { payload: '{"a":', headers: { 'content-type': 'application/json' } };
    if (random.chance(0.03)) return { payload: '<a/>', headers: { 'content-type': 'application/xml' } };
    if (random.chance(0.03)) return { payload: JSON.stringify(brokenValue(random)), headers: { 'content-type': 'application/json' } };
  }
  const isForm = type === 'application/x-www-form-urlencoded';
  const form = () => new URLSearchParams(Object.entries(value).map(([name, each]): [string, string] => [name, asText(each)])).toString();
  return { payload: isForm ? form() : JSON.stringify(value), headers: { 'content-type': type } };
}

async function send(operation: Operation, isBroken: boolean): Promise<{ sent: string; answer: LightMyRequestResponse }> {
  const url = address(operation, isBroken);
  const { payload, headers } = body(operation, isBroken);
  // Sessions must last, so calls that end one use another account.
  const endsSession = /^\/auth\/(logout|sessions|change-password)|^\/2fa|security/.test(operation.path) && operation.method !== 'GET';
  const isKey = operation.security.some((each) => 'apiKey' in each);
  const who = endsSession || random.chance(0.05) ? people.guest : random.chance(0.5) ? people.admin : people.merchant;
  const sent = `${operation.method} ${url} ${payload ?? ''}`;
  const answer = await app.server
    .inject({
      method: operation.method as 'GET',
      url,
      headers: { ...headers, ...(isKey && random.chance(0.95) ? { 'x-api-key': apiKey } : {}) },
      cookies: Object.fromEntries(who.cookies),
      ...(payload === undefined ? {} : { payload }),
    })
    .catch((cause: unknown) => {
      throw new Error(`no whole answer to ${sent.slice(0, 300)}`, { cause });
    });
  return { sent, answer };
}

/** What is wrong with a response, if anything. */
function complaint(operation: Operation, answer: LightMyRequestResponse): string | undefined {
  const { statusCode } = answer;
  const described = operation.responses[String(statusCode)];
  const code = statusCode >= 400 ? (answer.json() as { code?: string }).code : undefined;
  if (statusCode >= 500 && !NOT_CONFIGURED.includes(code ?? '')) return `answers ${statusCode} ${code}`;
  if (described === undefined) return `answers ${statusCode} ${code}, which is not described`;
  const type = String(answer.headers['content-type'] ?? '').split(';', 1)[0] ?? '';
  if (described.content === undefined) return answer.body === '' ? undefined : `answers ${statusCode} with a body that is not described`;
  if (described.content[type] === undefined) return `answers ${statusCode} as "${type}", which is not described`;
  if (type !== 'application/json') return undefined;
  const pointer = [operation.path, operation.method.toLowerCase(), 'responses', String(statusCode), 'content', type, 'schema'];
  const validate = ajv.getSchema(
    `api#/paths/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`,
  );
  return validate?.(answer.json()) === true ? undefined : `answers ${statusCode} in another shape: ${ajv.errorsText(validate?.errors)}`;
}

test(`${REQUESTS} valid and broken calls (seed ${SEED}): no 5xx, and every response is as documented`, { timeout: 300_000 }, async () => {
  const complaints = new Map<string, string>();
  const met = new Set<string>();
  for (let index = 0; index < REQUESTS; index += 1) {
    const operation = operations[index % operations.length] as Operation;
    const { sent, answer } = await send(operation, index % 2 === 1);
    met.add(`${operation.method} ${operation.path}`);
    const wrong = complaint(operation, answer);
    if (wrong !== undefined) complaints.set(`${operation.method} ${operation.path} ${wrong}`, sent.slice(0, 300));
  }
  expect(Object.fromEntries(complaints)).toEqual({});
  expect(met.size).toBe(operations.length);
});
