import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { curlOf } from './curl';
import { referenceOf } from './reference.model';
import type { OpenApiDocument } from './reference.types';

const published = new URL('../../../../../../docs/openapi.json', import.meta.url);
const reference = referenceOf(JSON.parse(readFileSync(published, 'utf8')) as OpenApiDocument);
const operations = reference.groups.flatMap((group) => group.operations);
const curl = (id: string): string => {
  const operation = operations.find((each) => each.id === id);
  if (operation === undefined) throw new Error(`there is no ${id}`);
  return curlOf(operation, 'https://pay.example/api/v1');
};

/** What a shell makes of the command. */
const argumentsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

test('creating an invoice has the address, the key and the example body', () => {
  const [dashX, method, url, dashH, key, , type, dashD, body = ''] = argumentsOf(curl('postPaymentInvoice'));
  expect([dashX, method, url]).toEqual(['-X', 'POST', 'https://pay.example/api/v1/payment/invoice']);
  expect([dashH, key, type, dashD]).toEqual(['-H', 'X-API-KEY: YOUR_API_KEY', 'Content-Type: application/json', '-d']);
  expect(JSON.parse(body)).toMatchObject({ amount: '48.00', request_id: 'order-10482' });
});

test('a path parameter has its example, a form its fields, a session its file', () => {
  expect(argumentsOf(curl('getPaymentInvoiceTransId'))[0]).toMatch(/\/payment\/invoice\/[a-z0-9]+$/);
  expect(argumentsOf(curl('postAuthLogin'))).toContain('username=roasters');
  expect(argumentsOf(curl('getStore'))).toEqual(['https://pay.example/api/v1/store', '-b', 'cookies.txt']);
});

test('quotes in a value do not end the argument', () => {
  const [operation] = operations.filter(({ id }) => id === 'postPaymentInvoice');
  if (operation === undefined) throw new Error('gone');
  const command = curlOf({ ...operation, bodyExample: { name: `Mai's "best" $HOME` } }, 'https://pay.example');
  expect(JSON.parse(argumentsOf(command).at(-1) ?? '')).toEqual({ name: `Mai's "best" $HOME` });
});

test('every call becomes a command that a shell understands, without a gap in its address', () => {
  const commands = operations.map((operation) => curlOf(operation, reference.baseUrl));
  const all = argumentsOf(commands.join('\n'));
  expect(all.length).toBeGreaterThan(operations.length);
  expect(operations.filter((_, index) => /\/\/|\/'|[{}]/.test(commands[index]?.split('\n')[0] ?? '')).map(({ id }) => id)).toEqual([]);
});
