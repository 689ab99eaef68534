import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isFiltered, readFilters, writeFilters } from './url-filters';

const schema = z.object({
  status: z.enum(['WAITING', 'SUCCESS']).optional(),
  name: z.string().optional(),
  page: z.coerce.number().int().min(0).default(0),
  size: z.coerce.number().int().min(1).default(10),
});
const read = (search: string) => readFilters(schema, new URLSearchParams(search));

describe('reading', () => {
  test('the URL becomes filters, with defaults for missing ones', () => {
    expect(read('status=SUCCESS&page=3')).toEqual({ status: 'SUCCESS', page: 3, size: 10 });
  });
  test('a bad value is dropped and the others still filter', () => {
    expect(read('status=NONSENSE&name=coffee&page=-1')).toEqual({ name: 'coffee', page: 0, size: 10 });
  });
});

describe('writing', () => {
  test('empty values and defaults are removed from the URL, other parameters stay', () => {
    const next = writeFilters(schema, new URLSearchParams('tab=invoice&status=SUCCESS&page=4'), { name: '', page: 0, size: 20 });
    expect(next.toString()).toBe('tab=invoice&size=20');
  });
  test('written filters are read back', () => {
    const filters = { status: 'WAITING' as const, name: 'Đà Lạt & more', page: 2, size: 50 };
    expect(readFilters(schema, writeFilters(schema, new URLSearchParams(), filters))).toEqual(filters);
  });
});

test('a page or a page size alone is no filter', () => {
  expect(isFiltered(schema, { page: 3, size: 50 })).toBe(false);
  expect(isFiltered(schema, { name: 'coffee', page: 0, size: 10 })).toBe(true);
});
