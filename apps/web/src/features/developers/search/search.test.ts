import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { referenceOf } from '../reference/reference.model';
import type { OpenApiDocument } from '../reference/reference.types';
import { loadEntries } from './search.entries';
import { find, indexOf } from './search.model';

const published = new URL('../../../../../../docs/openapi.json', import.meta.url);
const reference = referenceOf(JSON.parse(readFileSync(published, 'utf8')) as OpenApiDocument);
const index = indexOf(await loadEntries(reference, (text) => (text === 'Your balance is too low.' ? 'Số dư của bạn quá thấp.' : text)));
const kinds = (query: string) => Object.fromEntries(find(index, query).map(({ kind, found }) => [kind, found]));

test('a call is found by its path, its method and its words', () => {
  expect(kinds('post payment/invoice').call?.[0]).toMatchObject({ title: 'POST /payment/invoice', to: '/docs#postPaymentInvoice' });
  expect(kinds('POST /PAYMENT/INVOICE').call?.[0]?.title).toBe('POST /payment/invoice');
});

test('a field names its call', () => {
  const [first] = kinds('success_url').field ?? [];
  expect(first?.title).toBe('success_url');
  expect(first?.to).toMatch(/^\/docs#/);
});

test('an error code is found by its name, by its status and in the language of the reader, also without accents', () => {
  for (const query of ['insufficient_balance', '402', 'số dư', 'so du'])
    expect(
      kinds(query).error?.map(({ to }) => to),
      query,
    ).toContain('/docs/errors#insufficient_balance');
});

test('an event and a section of a guide are found', () => {
  expect(kinds('invoice.completed').event?.[0]?.to).toBe('/events#invoice.completed');
  expect(kinds('x-nowpayments-sig').guide?.[0]?.to).toBe('/docs/guides/migrate-nowpayments#the-callback');
});

test('the exact name comes before names that contain it, and nothing is found for nothing', () => {
  expect(kinds('amount').field?.[0]?.title).toBe('amount');
  expect(find(index, '  ')).toEqual([]);
  expect(find(index, 'invoice qqqqq')).toEqual([]);
  expect(Object.values(kinds('invoice')).every((found) => found.length <= 6)).toBe(true);
});
