import { expect, test } from 'vitest';
import { fieldsOf, typeOf } from './reference.fields';
import { filterGroups, referenceOf } from './reference.model';
import type { OpenApiDocument } from './reference.types';

const refusal = (codes: string) => ({ description: codes });
const invoiceAnswer = {
  content: {
    'application/json': {
      schema: { type: 'object', properties: { data: { type: 'object', properties: { trans_id: { type: 'string' } } } } },
    },
  },
};
const document: OpenApiDocument = {
  info: { title: 'API', version: '1.2.3' },
  servers: [{ url: 'https://pay.example/api/v1' }],
  tags: [{ name: 'Account' }, { name: 'Merchant API' }, { name: 'Empty' }],
  paths: {
    '/user/{id}': {
      get: {
        operationId: 'getUserId',
        summary: 'Read a user',
        tags: ['Account'],
        security: [{ session: [] }],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 64 } }],
        responses: { 200: { description: 'Success' }, 401: refusal('`not_signed_in`'), 403: refusal('`email_not_verified`') },
      },
      put: {
        operationId: 'putUserId',
        tags: ['Account'],
        security: [{ session: [] }],
        responses: { 403: refusal('`email_not_verified`, `forbidden`, `recent_sign_in_required`') },
      },
    },
    '/payment/invoice': {
      post: {
        operationId: 'postPaymentInvoice',
        summary: 'Create an invoice',
        tags: ['Merchant API'],
        security: [{ apiKey: [] }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { amount: { type: 'string', description: 'Plain decimal' }, note: { type: 'string', maxLength: 10 } },
                required: ['amount'],
              },
            },
          },
        },
        responses: {
          201: invoiceAnswer,
          409: refusal('`request_id_reused`'),
          200: invoiceAnswer,
        },
      },
    },
    '/sandbox/clock': { post: { tags: ['Sandbox'], security: [], responses: {} } },
  },
};
const { groups, version, baseUrl } = referenceOf(document);
const operations = groups.flatMap((group) => group.operations);
const byId = (id: string) => operations.find((operation) => operation.id === id);

test('calls are grouped by tag, the merchant API first, tags without a call left out', () => {
  expect(groups.map(({ tag, operations: calls }) => [tag, calls.map(({ method, path }) => `${method} ${path}`)])).toEqual([
    ['Merchant API', ['POST /payment/invoice']],
    ['Account', ['GET /user/{id}', 'PUT /user/{id}']],
    ['Sandbox', ['POST /sandbox/clock']],
  ]);
  expect({ version, baseUrl }).toEqual({ version: '1.2.3', baseUrl: 'https://pay.example/api/v1' });
});

test('the required access is read from the security scheme and the errors', () => {
  expect(operations.map(({ caller, needsRecentSignIn }) => [caller, needsRecentSignIn])).toEqual([
    ['api-key', false],
    ['verified', false],
    ['admin', true],
    ['sandbox', false],
  ]);
});

test('parameters, body and responses are listed with their rules', () => {
  expect(byId('getUserId')?.parameters).toMatchObject([
    { path: 'id', place: 'path', isRequired: true, limits: [{ kind: 'length', text: '≤ 64' }] },
  ]);
  const create = byId('postPaymentInvoice');
  expect(create?.bodyTypes).toEqual(['application/json']);
  expect(create?.body).toMatchObject([
    { path: 'amount', isRequired: true, note: 'Plain decimal' },
    { path: 'note', isRequired: false },
  ]);
  expect(create?.answers.map(({ status, codes, fields }) => [status, codes, fields.map(({ path }) => path)])).toEqual([
    ['200, 201', [], ['data', 'data.trans_id']],
    ['409', ['request_id_reused'], []],
  ]);
});

test('a filter finds calls by all its words, in path, method, fields and codes', () => {
  const found = (query: string) => filterGroups(groups, query).flatMap((group) => group.operations.map(({ id }) => id));
  expect(found('POST invoice')).toEqual(['postPaymentInvoice']);
  expect(found('email_not_verified')).toEqual(['getUserId', 'putUserId']);
  expect(found('409')).toEqual(['postPaymentInvoice']);
  expect(found('invoice delete')).toEqual([]);
  expect(found('  ')).toHaveLength(4);
});

test('types are written as a developer would write them', () => {
  expect(typeOf({ enum: ['a', 'b'] })).toBe('"a" | "b"');
  expect(typeOf({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('string | null');
  expect(typeOf({ type: 'array', items: { enum: ['a', 'b'] } })).toBe('("a" | "b")[]');
  expect(typeOf({ allOf: [{ type: 'string' }, { maxLength: 3 }] })).toBe('string');
});

test('lists and alternatives are expanded; a field of only one alternative is optional', () => {
  const entry = { type: 'object', properties: { id: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } }, required: ['id'] };
  expect(fieldsOf({ type: 'array', items: entry })).toEqual([
    { path: '[].id', type: 'integer', isRequired: true, note: undefined, isEnglish: true, limits: [] },
  ]);
  expect(fieldsOf({ type: 'object', properties: { content: { type: 'array', items: entry } } }).map(({ path }) => path)).toEqual([
    'content',
    'content[].id',
  ]);
  const either = fieldsOf({
    anyOf: [entry, { type: 'object', properties: { id: { type: 'integer' }, more: { type: 'string' } }, required: ['id', 'more'] }],
  });
  expect(either.map(({ path, isRequired }) => [path, isRequired])).toEqual([
    ['id', true],
    ['more', false],
  ]);
});
