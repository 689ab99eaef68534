import { describe, expect, test } from 'vitest';
import type { TFunction } from '../../lib/i18n/texts';
import { chipsOf, reversedRange, searchedBy } from './invoice-filters';

/** English is its own translation. */
const t = ((key: string, values: Record<string, string> = {}) =>
  key.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')) as TFunction;
const page = { page: 0, size: 10 };
const chips = (filters: object) => chipsOf(t, { ...page, ...filters }).map(({ name, value }) => `${name}: ${value}`);

test.each([
  [{ amountMin: '500', amountMax: '10' }, 'reversed amounts'],
  [{ createdFrom: '2026-11-20', createdTo: '2026-11-10' }, 'reversed days'],
  [{ amountMin: '9', amountMax: '10', createdFrom: '2026-11-10', createdTo: '2026-11-10' }, undefined],
  [{ amountMin: '500' }, undefined],
])('of %j the range in the wrong order is: %s', (filters, range) => {
  expect(reversedRange({ ...page, ...filters })).toBe(range);
});

describe('the search box', () => {
  test('recognises a transaction ID, or a long prefix of one', () => {
    expect(searchedBy(' k7qm2xvb9ttr4cwn81lpza ')).toEqual({ transId: 'k7qm2xvb9ttr4cwn81lpza', name: undefined });
    expect(searchedBy('K7QM2XVB9T').transId).toBe('K7QM2XVB9T');
  });

  test('treats everything else as a name', () => {
    for (const name of ['Order #10482', 'Wholesale', 'Internationalisation', 'ord_10482_2026'])
      expect(searchedBy(name)).toEqual({ transId: undefined, name });
  });

  test('when emptied, searches for nothing', () => {
    expect(searchedBy('  ')).toEqual({ transId: undefined, name: undefined });
  });
});

describe('chips', () => {
  test('show both ends of a range in one, and a single end alone', () => {
    expect(chips({ amountMin: '10', amountMax: '2000.5' })).toEqual(['Amount: 10 to 2,000.5 USDT']);
    expect(chips({ amountMin: '10' })).toEqual(['Amount: from 10 USDT']);
    expect(chips({ createdFrom: '2026-11-01', createdTo: '2026-11-14' })).toEqual(['Created: 01/11/2026 to 14/11/2026']);
    expect(chips({ createdTo: '2026-11-14' })).toEqual(['Created: until 14/11/2026']);
    expect(chips({ createdFrom: '2026-11-14', createdTo: '2026-11-14' })).toEqual(['Created: 14/11/2026']);
  });

  test('leave out inactive filters, and the status that a tab shows', () => {
    expect(chips({ name: '', status: 'SUCCESS' })).toEqual([]);
    expect(chips({ status: 'FAILED' })).toEqual(['Status: Failed']);
  });
});
